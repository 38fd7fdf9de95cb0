export type { DocumentPasses } from '../../tasks/web/document-pass.ts';
export { isOpened, openPasses } from '../../tasks/web/document-pass.ts';
export { pageFrom, redirectTo } from '../../tasks/web/real-site.ts';
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
} from '../web/host-handler.ts';
