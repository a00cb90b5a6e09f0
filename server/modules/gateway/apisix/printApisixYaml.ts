/** The objects as the YAML file that APISIX reads in its standalone mode when it ends with `#END`. */
import { OBJECT_KINDS, type ApisixObject } from './apisixObjects';

/** JSON strings and numbers are YAML scalars. */
const scalar = (value: unknown): string => JSON.stringify(value);

function printValue(value: unknown, indent: string): string {
  if (Array.isArray(value))
    return value.length === 0 ? ' []' : `\n${value.map((item) => `${indent}- ${scalar(item)}`).join('\n')}`;
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}`;
  return `\n${printFields(value, indent).join('\n')}`;
}
const printFields = (value: object, indent: string): readonly string[] =>
  Object.entries(value).map(([name, field]) => `${indent}${scalar(name)}:${printValue(field, `${indent}  `)}`);

/** Prints objects as the whole file. */
export function printApisixYaml(objects: readonly ApisixObject[]): string {
  const sections = OBJECT_KINDS.map((kind) => {
    const items = objects
      .filter((object) => object.kind === kind)
      .map(({ id, body }) => `  - "id": ${scalar(id)}\n${printFields(body, '    ').join('\n')}`);
    return items.length === 0 ? `${kind}: []` : `${kind}:\n${items.join('\n')}`;
  });
  return `${sections.join('\n')}\n#END\n`;
}
