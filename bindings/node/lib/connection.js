'use strict';
const net = require('node:net');
const tls = require('node:tls');
const { Reader, encode } = require('./resp');

/** One connection. Commands are pipelined: answers come in their order. Where it ends, all that wait are rejected. */
class Connection {
  constructor({ host, port }, { password, user, tls: secured, timeoutMs }) {
    this.reader = new Reader();
    this.waiting = [];
    this.open = true;
    const options = { host, port, noDelay: true };
    const named = net.isIP(host) ? {} : { servername: host };
    this.socket = secured ? tls.connect({ ...options, ...named, ...secured }) : net.connect(options);
    this.socket.setTimeout(timeoutMs, () => this.waiting.length && this.end(new Error(`no answer in ${timeoutMs} ms`)));
    this.socket.on('data', (received) => this.arrived(received));
    this.socket.on('error', (why) => this.end(why));
    this.socket.on('close', () => this.end(new Error('the server closed the connection')));
    this.socket.unref();
    this.login = password === undefined ? undefined : this.send(user === undefined ? ['AUTH', password] : ['AUTH', user, password]);
    this.login?.catch(() => {}); // call() tells
  }

  async call(words) {
    const answer = this.send(words);
    answer.catch(() => {});
    if (this.login) await this.login;
    return answer;
  }

  send(words) {
    this.socket.ref(); // a program does not end while it waits
    this.socket.write(encode(words));
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  arrived(received) {
    try {
      this.reader.feed(received);
      for (let taken; (taken = this.reader.take());) {
        const next = this.waiting.shift();
        if (taken.value instanceof Error) next?.reject(taken.value);
        else next?.resolve(taken.value);
      }
      if (this.waiting.length === 0) this.socket.unref();
    } catch (why) {
      this.end(why);
    }
  }

  end(why) {
    this.open = false;
    this.socket.destroy();
    for (const each of this.waiting.splice(0)) each.reject(why);
  }
}

module.exports = { Connection };
