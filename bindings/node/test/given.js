'use strict';
// Settings of their own for each test, and a Vesta RPC server (VESTA names the program).
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { after } = require('node:test');
const vesta = require('vesta-ids');

const VECTORS = JSON.parse(fs.readFileSync(process.env.VESTA_VECTORS, 'utf8'));
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'vesta-node-'));
process.env.VESTA_HOST_DIR = root; // a host of its own
after(() => fs.rmSync(root, { recursive: true }));

let opened = 0;
function settings(more = {}) {
  opened += 1; // each with a machine ID of its own
  return {
    ...VECTORS.settings, 'machine-id': { property: { id: opened }, 'takeover-margin': '0ms' },
    state: { dir: path.join(root, `state${opened}`) }, ...more,
  };
}

/** `vesta serve`, which keeps its port when it is started again. With more settings; those of `rpc` join its address. */
class Server {
  constructor(more = {}) {
    this.more = more;
  }

  async start() {
    this.port ??= await new Promise((resolve) => {
      const free = net.createServer().listen(0, '127.0.0.1', () => {
        const { port } = free.address();
        free.close(() => resolve(port));
      });
    });
    this.address = `127.0.0.1:${this.port}`;
    this.settings ??= settings({
      log: { level: 'warn' }, clock: { 'reserve-ahead': '100ms' }, ...this.more, rpc: { listen: this.address, ...this.more.rpc },
    });
    const file = path.join(root, `${this.port}.yaml`);
    fs.writeFileSync(file, JSON.stringify(this.settings));
    this.process = spawn(process.env.VESTA, ['serve', '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    while (!(await this.listens())) assert.equal(this.process.exitCode, null);
    return this;
  }

  listens() {
    return new Promise((resolve) => {
      const peer = net.connect(this.port, '127.0.0.1', () => resolve(Boolean(peer.destroy())));
      peer.on('error', () => setTimeout(resolve, 10, false)); // until it listens
    });
  }

  async stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }
}

const code = (expected) => (thrown) => {
  assert.ok(thrown instanceof vesta.VestaError, String(thrown));
  assert.equal(thrown.code, expected);
  return true;
};

module.exports = { Server, VECTORS, code, root, settings };
