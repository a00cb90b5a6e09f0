/** Fills `{{name}}` in a sentence, the way the screens do; a value that is not given stays visible as written. */
import { markEdges, applyCjkSpacing } from './cjkSpacing';

export const interpolate = (template: string, params: Readonly<Record<string, string | number>> = {}): string =>
  applyCjkSpacing(
    template.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      Object.hasOwn(params, name) ? markEdges(String(params[name])) : placeholder,
    ),
  );
