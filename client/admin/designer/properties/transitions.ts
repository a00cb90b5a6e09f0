/** Reads the transitions of a design field. */
import type { DesignTransition } from '../../../../common/designer/design';
import type { Json } from '../../../../common/entity/field';
import { asRecord, asString, asStringList } from '../../../../common/json';

function getTransition(value: unknown): DesignTransition {
  const raw = asRecord(value);
  const node = asString(raw?.['node'], 80);
  return {
    name: asString(raw?.['name'], 40),
    from: asStringList(raw?.['from']),
    to: asString(raw?.['to'], 40),
    ...(node === '' ? {} : { node }),
    ...(raw?.['super'] === true ? { super: true } : {}),
    ...withLabels(asString(raw?.['en'], 200), asString(raw?.['zh'], 200)),
  };
}
/** Labels without empty ones. */
export const withLabels = (en: string, zh: string): Pick<DesignTransition, 'en' | 'zh'> => ({
  ...(en === '' ? {} : { en }),
  ...(zh === '' ? {} : { zh }),
});
export const getTransitions = (value: Json): readonly DesignTransition[] =>
  Array.isArray(value) ? value.map(getTransition) : [];
