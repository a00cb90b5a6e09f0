/** Fills `{{name}}` in a sentence, the way the screens do; a value that is not given stays visible as written. */
import { edged, spaced } from './spacing';

export const interpolate = (template: string, params: Readonly<Record<string, string | number>> = {}): string =>
  spaced(
    template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
      Object.hasOwn(params, name) ? edged(String(params[name])) : whole,
    ),
  );
