// Checks the web page in headless Chromium, against the real server.
//
// usage: node page_conformance.mjs BUILD_DIR MODULES_DIR OUT_DIR [PART]
//
// MODULES_DIR has the node_modules of package.json. The screenshots go to
// OUT_DIR. With PART, only the checks whose names contain it run. CHROMIUM is
// the path of the browser, by default Debian's.

import {mkdirSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {appearanceChecks} from "./appearance_checks.mjs";
import {failureChecks} from "./failure_checks.mjs";
import {runChecks} from "./harness.mjs";
import {Server} from "./server.mjs";
import {streamChecks} from "./stream_checks.mjs";
import {translationChecks} from "./translation_checks.mjs";

const [build, modules, out, part = ""] = process.argv.slice(2);
if (!out) {
  console.error("usage: page_conformance.mjs BUILD_DIR MODULES_DIR OUT_DIR [PART]");
  process.exit(2);
}
const require = createRequire(join(resolve(modules), "package.json"));
const {chromium} = require("playwright-core");
const {AxeBuilder} = require("@axe-core/playwright");

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const harness = {
  binary: join(resolve(build), "bin/interpres-server"),
  model: join(root, "model/pretrained/en-es"),
  out: resolve(out), AxeBuilder, pages: []};
const checks = Object.fromEntries(
    Object.entries({...translationChecks, ...streamChecks, ...failureChecks,
                    ...appearanceChecks})
        .filter(([name]) => name.includes(part)));

mkdirSync(harness.out, {recursive: true});
harness.server = await Server.start(harness.binary, harness.model);
// A container runs as root, for whom Chromium has no sandbox.
harness.browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid() === 0 ? ["--no-sandbox"] : []});
let failed = 0;
try {
  failed = await runChecks(harness, checks);
} finally {
  await harness.browser.close();
  await harness.server.stop();
}
const total = Object.keys(checks).length;
console.log(`${total - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && total > 0 ? 0 : 1;
