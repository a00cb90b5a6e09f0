/** Fills `{{name}}` in a text, as the client does. A placeholder without a value stays as it is. */
import { markEdges, applyCjkSpacing } from './cjkSpacing';

export const interpolate = (template: string, params: Readonly<Record<string, string | number>> = {}): string =>
  applyCjkSpacing(
    template.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      Object.hasOwn(params, name) ? markEdges(String(params[name])) : placeholder,
    ),
  );
