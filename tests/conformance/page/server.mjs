// Runs interpres-server with an HTTP port, for the checks of the page.

import {spawn} from "node:child_process";
import {createInterface} from "node:readline";

const START_MS = 60000;

export class Server {
  // Starts a server. The same `port` serves a restart.
  static async start(binary, model, {port = 0, flags = []} = {}) {
    const child = spawn(binary, [
      "--model", model, "--address", "127.0.0.1:0",
      "--metrics-address", "127.0.0.1:0", "--log-format", "json",
      "--http-address", `127.0.0.1:${port}`, ...flags],
      {stdio: ["ignore", "ignore", "pipe"]});
    const server = new Server();
    server.child = child;
    server.exited = new Promise((resolve) => child.once("exit", resolve));
    await server.waitUntilReady();
    return server;
  }

  waitUntilReady() {
    const log = [];
    return new Promise((resolve, reject) => {
      const fail = () => reject(
          new Error(`the server did not become ready; its log:\n${log.join("\n")}`));
      const timer = setTimeout(() => {
        this.child.kill("SIGKILL");
        fail();
      }, START_MS);
      this.child.once("exit", fail);
      createInterface({input: this.child.stderr}).on("line", (line) => {
        log.push(line);
        const event = parse(line);
        if (event.message === "HTTP listening") this.port = Number(event.port);
        if (event.message === "server ready") {
          clearTimeout(timer);
          resolve();
        }
      });
    });
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  async stop(signal = "SIGTERM") {
    this.child.kill(signal);
    await this.exited;
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
