// Loaded before the command line, which an older Node can't even parse.
const needed = 24;
const found = process.versions.node;
if (Number.parseInt(found, 10) < needed) {
  process.stderr.write(
    `Node ${needed} needed, found ${found}; npm scripts bring it: run npm ci without --ignore-scripts\n`,
  );
  process.exit(2);
}
