/** Names of the IANA time zone database, as a setting stores them. Separate from `timeZone.ts`, which is part of every first load. */
import { isTimeZone } from './timeZone';

/** First parts of names that are links only, which `Intl.supportedValuesOf` does not list. */
const LINK_AREAS = ['Brazil', 'Canada', 'Chile', 'Mexico', 'US'];
/** Capitalised words, with the few parts of links that are written in capitals. */
const PLACE = /^(?:[A-Z][a-z]+)+(?:[_/-](?:[A-Z][a-z]+)+)*(?:_IN)?$|^(?:ACT|LHI|NSW)$/;
const ETC_ZONE = /^Etc\/(?:GMT(?:0|[+-]\d{1,2})?|Greenwich|UCT|UTC|Universal|Zulu)$/;

/**
 * Whether a text is a name of the IANA database in its own spelling: a canonical name, `UTC`, or a link with a `/`, such as
 * `Asia/Kolkata`. `Intl` knows more: abbreviations such as `CST`, whose meaning depends on the machine, and every spelling.
 */
export function isTimeZoneName(name: string): boolean {
  const canonicalNames = Intl.supportedValuesOf('timeZone');
  if (name === 'UTC' || canonicalNames.includes(name)) return true;
  const lowerCased = name.toLowerCase();
  if (!isTimeZone(name) || canonicalNames.some((canonical) => canonical.toLowerCase() === lowerCased)) return false;
  if (ETC_ZONE.test(name)) return true;
  const [area = '', ...place] = name.split('/');
  const isKnownArea = LINK_AREAS.includes(area) || canonicalNames.some((canonical) => canonical.startsWith(`${area}/`));
  return isKnownArea && PLACE.test(place.join('/'));
}
