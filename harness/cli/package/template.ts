export type {
  DrawnFrom,
  Listing,
  PlayedMiss,
  RawStep,
  Template,
  Visited,
  Visitor,
} from '../../task/templates/template.ts';
export { defineTemplate } from '../../task/templates/template.ts';
