/** What the command line prints for an error. */
import { asRecord, asString } from '../common/json';
import { translateFault } from '../common/locales/translate';
import { Fault } from '../common/protocol/faults';
import { PackError } from './installer/package/PackError';

/** Problems that the sentence of `module.invalid` contains itself. */
const PROBLEMS_IN_SENTENCE = 5;

/** The sentence of an expected error, and each further problem on a line; the stack of any other error. */
export function commandErrorText(error: unknown): string {
  if (error instanceof Fault) {
    const { problems: all } = error.data ?? {};
    const problems = (Array.isArray(all) ? all : []).map((problem: unknown) => asString(asRecord(problem)?.['en']));
    return [translateFault('en', error), ...problems.slice(PROBLEMS_IN_SENTENCE)].join('\n');
  }
  if (error instanceof PackError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
