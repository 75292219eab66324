#!/usr/bin/env node
// The one entry behind every npm script. It imports the rest only after the check below, so that an old Node
// can still read this file and say what is wrong.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Toolcrib needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  console.error('Install a current Node from https://nodejs.org and run the command again.');
  process.exit(1);
}

import('./launcher/modes.mjs').then(({ runMode }) => runMode(process.argv[2], process.argv.slice(3)));
