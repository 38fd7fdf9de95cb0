import { settings } from './harness/publish/board/settings.ts';
import { astroConfig } from './site/build/astro-config.ts';

// What the command `site` has Astro build by, in a folder of one build alone; elsewhere it is for Astro's own tools.
export default astroConfig(settings, process.cwd());
