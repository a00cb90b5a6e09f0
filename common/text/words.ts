/** Old place of `locales/words`, kept until its readers have moved. */
export { entityWords, lookUp, say, sayFault, sayIssue } from '../locales/words';
export type { EntityWords } from '../locales/words';
