import { defineConfig } from './harness/config/define-config.ts';

export default defineConfig({});
