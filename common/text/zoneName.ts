/** Names of the IANA time zone database, as a setting stores them. The module is apart from `zone.ts`, which every first load needs. */
import { isZone } from './zone';

/** First parts of names that are links only, which `Intl.supportedValuesOf` does not list. */
const LINK_AREAS = ['Brazil', 'Canada', 'Chile', 'Mexico', 'US'];
/** Capitalised words, with the few parts of links that are written in capitals. */
const PLACE = /^(?:[A-Z][a-z]+)+(?:[_/-](?:[A-Z][a-z]+)+)*(?:_IN)?$|^(?:ACT|LHI|NSW)$/;
const ETC = /^Etc\/(?:GMT(?:0|[+-]\d{1,2})?|Greenwich|UCT|UTC|Universal|Zulu)$/;

/**
 * Whether a text is a name of the IANA database in its own spelling: a canonical name, `UTC`, or a link with a `/`, such as
 * `Asia/Kolkata`. `Intl` knows more: abbreviations such as `CST`, whose meaning depends on the machine, and every spelling.
 */
export function isZoneName(name: string): boolean {
  const listed = Intl.supportedValuesOf('timeZone');
  if (name === 'UTC' || listed.includes(name)) return true;
  const folded = name.toLowerCase();
  if (!isZone(name) || listed.some((one) => one.toLowerCase() === folded)) return false;
  if (ETC.test(name)) return true;
  const [area = '', ...place] = name.split('/');
  const isArea = LINK_AREAS.includes(area) || listed.some((one) => one.startsWith(`${area}/`));
  return isArea && PLACE.test(place.join('/'));
}
