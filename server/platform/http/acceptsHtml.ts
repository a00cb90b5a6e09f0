/** Content negotiation by the Accept header (RFC 9110, section 12.5.1): whether a request accepts a page instead of data. */
import type { IncomingMessage } from 'node:http';

const getQuality = (parameters: readonly string[]): number => {
  const quality = parameters
    .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
    .find((parameter) => parameter !== undefined);
  return quality === undefined ? 1 : Number(quality);
};

/** Media ranges in lower case, without parameters, and whether they are accepted: `q=0` refuses one. */
function readRanges(accept: string): ReadonlyMap<string, boolean> {
  const ranges = accept.toLowerCase().split(',');
  return new Map(
    ranges.map((range) => {
      const [type = '', ...parameters] = range.split(';');
      return [type.trim(), getQuality(parameters) > 0];
    }),
  );
}

/**
 * Whether the request accepts HTML; the most specific media range decides. `allowsAnyType`: the range of all types counts too, and so does
 * a request without the header, which means the same.
 */
export function acceptsHtml({ headers }: Pick<IncomingMessage, 'headers'>, allowsAnyType: boolean): boolean {
  const ranges = readRanges(headers.accept || '*/*');
  const html = ranges.get('text/html') ?? ranges.get('text/*');
  if (html !== undefined) return html;
  return ranges.get('application/xhtml+xml') === true || (allowsAnyType && ranges.get('*/*') === true);
}
