import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder } from '../browser/unpack-chromium.ts';

enableCompileCache(path.join(cacheFolder(), 'compiled'));
const { runSkillsCommandLine } = await import('./skills-program.ts');
await runSkillsCommandLine();
