export type {
  CreateHost,
  CreatePeople,
  HostHandler,
  Json,
  Person,
  Random,
  Row,
  StatefulHost,
  Tables,
  World,
  WorldEvent,
} from '../../harness/web/host-handler.ts';
export type { DocumentPasses } from './document-pass.ts';
export { isOpened, openPasses } from './document-pass.ts';
export { pageFrom, redirectTo } from './real-site.ts';
