export type {
  DrawnFrom,
  Listing,
  PlayedMiss,
  RawStep,
  Template,
  Visited,
  Visitor,
} from '../templates/template.ts';
export { defineTemplate } from '../templates/template.ts';
