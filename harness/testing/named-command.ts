import path from 'node:path';
import { thisProject } from '../cli/this-project.ts';

/** A command line that answers as the listed server does, its tools and its version too, and takes its name. */
export const namedCommand = `node ${path.join(thisProject.root, 'node_modules/@playwright/mcp/cli.js')} --cdp-endpoint {endpoint}`;
