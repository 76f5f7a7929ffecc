// node fetch.mjs URL WORKERS: takes IDs with fetch until its input ends. Each worker asks one after the other; a line of the
// output is a worker's number and an ID.
const [url, workers] = process.argv.slice(2);
let running = true;
process.stdin.on("end", () => { running = false; }).resume();

async function work(number) {
    while (running) {
        try {
            const answer = await fetch(url);
            const text = await answer.text();
            if (answer.status === 200) process.stdout.write(`${number} ${text}\n`);
        } catch {
            await new Promise((done) => setTimeout(done, 5));
        }
    }
}

await Promise.all(Array.from({ length: Number(workers) }, (_, number) => work(number)));
