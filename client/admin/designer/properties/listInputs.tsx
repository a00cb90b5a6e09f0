/** Inputs of the columns of a design field that say what lists do with it. */
import { useTranslation } from 'react-i18next';
import { isFieldKind } from '../../../../common/designer/designKinds';
import { getColumns } from '../../../../common/entity/columns';
import { FIELD_KINDS, type Operator } from '../../../../common/entity/fieldKinds';
import { DISPLAYS_BY_KIND } from '../../../../common/entity/lists/listOptions';
import { asStringList } from '../../../../common/json';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { URL_OPERATORS, type OperatorName } from '../../../engine/fieldTypes/filterText';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useOpenDesign } from '../data/designContext';
import { listOrNull } from './listEdits';
import { NameSelect, type NameOption } from './NameSelect';
import { NamesSelect } from './NamesSelect';
import { useFieldOfRow } from './useFieldOfRow';

function useOperatorLabel(): (op: Operator) => string {
  const { t } = useTranslation();
  return (op) => {
    if (op === 'NULL') return t('engine.field.is_empty');
    if (op === 'NOT NULL') return t('engine.field.is_filled');
    const name = Object.entries(URL_OPERATORS).find(([, known]) => known === op)?.[0];
    return name === undefined ? op : t(`lists.op.${name as OperatorName}`);
  };
}

/** The operators that lists offer: all of the kind while none is left out. */
export function OperatorsInput({ value, onChange, label, disabled, rowId }: InputProps) {
  const { t } = useTranslation();
  const operatorLabel = useOperatorLabel();
  const kind = useFieldOfRow(rowId)?.kind;
  const operators = isFieldKind(kind) ? FIELD_KINDS[kind].operators : [];
  const names = Array.isArray(value) ? asStringList(value) : operators;
  const isAll = operators.every((op) => names.includes(op));
  const summary = isAll
    ? t('designerScreen.operators.all')
    : names.length === 0
      ? t('designerScreen.operators.none')
      : undefined;
  return (
    <NamesSelect
      label={label}
      names={names}
      disabled={disabled}
      summary={summary}
      options={operators.map((op) => ({ name: op, label: operatorLabel(op) }))}
      onChange={(next) => onChange(operators.every((op) => next.includes(op)) ? null : next)}
    />
  );
}

export function ListRenderingInput(props: InputProps) {
  const { t } = useTranslation();
  const kind = useFieldOfRow(props.rowId)?.kind;
  const displays = isFieldKind(kind) ? (DISPLAYS_BY_KIND[kind] ?? []) : [];
  const options = displays.map((name) => ({ name, label: t(`designerScreen.displays.${name}`) }));
  return <NameSelect {...props} options={options} emptyLabel={t('designerScreen.displays.usual')} />;
}

/** Short fields of the referred entity that all staff may see, apart from its title. */
function useTargetFieldOptions(rowId: number | null): readonly NameOption[] {
  const { registry } = useEngine();
  const lang = useLanguage();
  const { entity: own, settings } = useOpenDesign();
  const target = useFieldOfRow(rowId)?.target ?? '';
  const entity = target === settings.table_name ? own : registry.get(target);
  if (entity === undefined) return [];
  const { fields } = entityLabels(entity, lang);
  return [...getColumns(entity).values()]
    .filter(({ name, long, sensitivity }) => !long && name !== entity.spec.title && isForStaff(name, sensitivity))
    .map(({ name }) => ({ name, label: `${fields[name] ?? name} · ${name}` }));
}
const isForStaff = (name: string, sensitivity: string): boolean =>
  (sensitivity === 'public' || sensitivity === 'internal') && name !== 'revision' && name !== 'delete_time';

export function TargetFieldsInput({ value, onChange, label, disabled, rowId }: InputProps) {
  const options = useTargetFieldOptions(rowId);
  return (
    <NamesSelect
      label={label}
      options={options}
      disabled={disabled}
      names={asStringList(value)}
      onChange={(names) => onChange(listOrNull(names))}
    />
  );
}
