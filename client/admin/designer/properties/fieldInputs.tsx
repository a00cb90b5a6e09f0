/** Inputs of the columns of a design field that hold a name or a list. */
import { useTranslation } from 'react-i18next';
import { findFirstState, TEXT_PATTERNS } from '../../../../common/designer/fieldOptions';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { asStringList } from '../../../../common/json';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { useEngine } from '../../../engine/engineContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { ScreenInput } from '../../inputs/ScreenInput';
import { useOpenDesign } from '../data/designContext';
import { listOrNull } from './listEdits';
import { NameSelect } from './NameSelect';
import { NamesSelect } from './NamesSelect';
import { useChoiceOptions, useFieldOfRow } from './useFieldOfRow';

export function PatternInput(props: InputProps) {
  const { t } = useTranslation();
  const options = TEXT_PATTERNS.map((name) => ({ name, label: t(`designerScreen.patterns.${name as 'email'}`) }));
  return <NameSelect {...props} options={options} emptyLabel={t('designerScreen.patterns.none')} />;
}

export function RenderingInput(props: InputProps) {
  const { t } = useTranslation();
  const kind = useFieldOfRow(props.rowId)?.kind;
  const names = kind === 'choices' ? (['select', 'checkbox'] as const) : (['select', 'radio'] as const);
  const options = names.map((name) => ({ name, label: t(`designerScreen.renderings.${name}`) }));
  return <NameSelect {...props} options={options} emptyLabel={t('designerScreen.renderings.none')} />;
}

/** The entities that a reference can point to, the designed one itself included. */
export function TargetInput(props: InputProps) {
  const { registry } = useEngine();
  const lang = useLanguage();
  const { settings } = useOpenDesign();
  const known = registry.all
    .filter(({ spec }) => spec.personal !== true)
    .map((entity) => ({ name: entity.name, title: entityLabels(entity, lang).many }))
    .sort((first, second) => first.title.localeCompare(second.title, lang));
  const own = settings.table_name;
  const title = lang === 'en' ? settings.many_en : settings.many_zh;
  const isKnown = own === '' || registry.get(own) !== undefined;
  return (
    <ScreenInput {...props} options={isKnown ? known : [{ name: own, title: title === '' ? own : title }, ...known]} />
  );
}

/** The default as text: chosen where the field has few values, otherwise typed. */
export function DefaultInput(props: InputProps) {
  const { t } = useTranslation();
  const choices = useChoiceOptions(props.rowId);
  const field = useFieldOfRow(props.rowId);
  const kind = field?.kind;
  const firstState = field && findFirstState(field);
  const first = choices.find(({ name }) => name === firstState)?.label;
  const emptyLabel =
    first === undefined
      ? t('designerScreen.settings.none')
      : t('designerScreen.transitions.first_state', { choice: first });
  if (kind === 'choice') return <NameSelect {...props} options={choices} emptyLabel={emptyLabel} />;
  if (kind === 'switch') {
    const states = [
      { name: '1', label: t('engine.field.yes') },
      { name: '0', label: t('engine.field.no') },
    ];
    return <NameSelect {...props} options={states} emptyLabel={emptyLabel} />;
  }
  const { Input } = getFieldType(kind === 'color' ? 'color' : 'text');
  return <Input {...props} />;
}

export function LockedWhenInput({ value, onChange, label, disabled, rowId }: InputProps) {
  const options = useChoiceOptions(rowId);
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
