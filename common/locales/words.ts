/** Words on the server and in tests: sentences by key in one language. */
import type { Issue } from '../entity/issue';
import { locales, type Lang, type WordKey } from './index';
import type { Fault } from '../protocol/faults';
import { durationText } from '../text/duration';
import { interpolate } from '../text/interpolate';

type Params = Readonly<Record<string, string | number>>;

const isBag = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The sentence behind a dotted key, or undefined: for keys that are data, like `menu.<group>`. */
export function lookUp(lang: Lang, key: string): string | undefined {
  let at: unknown = locales[lang];
  for (const part of key.split('.')) at = isBag(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

let fallback: Lang | undefined;
/** Sets the language `say` takes a sentence from that the asked language lacks. It holds for the process. */
export const setFallbackLocale = (lang: Lang): void => {
  fallback = lang;
};

/** A sentence in a language with its values filled in; in the fallback language when that language lacks it, else its key. */
export const say = (lang: Lang, key: WordKey, params: Params = {}): string =>
  interpolate(lookUp(lang, key) ?? (fallback && lookUp(fallback, key)) ?? key, params);

/** Writes `seconds` of a wait in hours, minutes or seconds. */
const wordedParams = (lang: Lang, params: Params = {}): Params =>
  typeof params['seconds'] === 'number' ? { ...params, seconds: durationText(params['seconds'], lang) } : params;

export const sayFault = (lang: Lang, fault: Fault): string =>
  say(lang, `faults.${fault.code}`, wordedParams(lang, fault.params));
export const sayIssue = (lang: Lang, issue: Issue): string => say(lang, `issues.${issue.code}`, issue.params);
