/** The Accept header (RFC 9110, section 12.5.1): whether a request accepts a page. */
import type { IncomingMessage } from 'node:http';

const qualityOf = (parameters: readonly string[]): number => {
  const written = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
  return written === undefined ? 1 : Number(written);
};

/** Media ranges in lower case, without parameters, and whether they are accepted: `q=0` refuses one. */
function readRanges(accept: string): ReadonlyMap<string, boolean> {
  const ranges = accept.toLowerCase().split(',');
  return new Map(
    ranges.map((range) => {
      const [type = '', ...parameters] = range.split(';');
      return [type.trim(), qualityOf(parameters) > 0];
    }),
  );
}

/**
 * Whether the request names HTML, or a range that holds it; the more specific range decides. `isWide`: the range of all types counts
 * as well, and so does a request without the header, which means the same.
 */
export function acceptsPage({ headers }: Pick<IncomingMessage, 'headers'>, isWide: boolean): boolean {
  const ranges = readRanges(headers.accept || '*/*');
  const html = ranges.get('text/html') ?? ranges.get('text/*');
  if (html !== undefined) return html;
  return ranges.get('application/xhtml+xml') === true || (isWide && ranges.get('*/*') === true);
}
