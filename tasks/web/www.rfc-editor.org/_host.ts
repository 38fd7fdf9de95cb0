import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { toHttps } from '../real-site.ts';

export const createHost: CreateHost = () => toHttps;
