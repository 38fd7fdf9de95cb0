import { defineConfig } from './harness/cli/config/define-config.ts';

export default defineConfig({});
