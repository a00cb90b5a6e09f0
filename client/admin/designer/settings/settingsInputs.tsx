/** Inputs of the settings of a design that name one of its fields. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import type { CompleteField } from '../../../../common/designer/completeDesign';
import { PRIMARY_KEY_KIND } from '../../../../common/designer/designKinds';
import type { Json } from '../../../../common/entity/field';
import { asStringList } from '../../../../common/json';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import { useEngine } from '../../../engine/engineContext';
import { bareFieldset } from '../../../engine/fieldTypes/cells/cells';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useOpenDesign } from '../data/designContext';
import { ListItemButtons } from '../properties/ListItemButtons';
import { listOrNull, removeAt, replaceAt } from '../properties/listEdits';
import { NameSelect, type NameOption } from '../properties/NameSelect';
import { NamesSelect } from '../properties/NamesSelect';

/** The fields of the design as options, with their labels. */
export function useFieldOptions(isFit: (field: CompleteField) => boolean = () => true): readonly NameOption[] {
  const { fields } = useOpenDesign();
  const isEnglish = useLanguage() === 'en';
  return fields
    .map(({ field }) => field)
    .filter((field) => field.kind !== PRIMARY_KEY_KIND && field.name !== '' && isFit(field))
    .map((field) => {
      const label = isEnglish ? field.label_en : field.label_zh;
      return { name: field.name, label: label === '' ? field.name : `${label} · ${field.name}` };
    });
}

const TITLE_KINDS: ReadonlySet<string> = new Set([
  'text',
  'integer',
  'float',
  'money',
  'date',
  'datetime',
  'year',
  'time',
]);
export function TitleFieldInput(props: InputProps) {
  return <NameSelect {...props} options={useFieldOptions(({ kind }) => TITLE_KINDS.has(kind))} />;
}

const STANDARD_SORTS = ['id', 'weigh', 'create_time', 'update_time'] as const;
export function SortFieldInput(props: InputProps) {
  const lang = useLanguage();
  const { fields } = entityLabels(props.entity, lang);
  const standard = STANDARD_SORTS.map((name) => ({ name, label: `${fields[name] ?? name} · ${name}` }));
  return <NameSelect {...props} options={[...useFieldOptions(), ...standard]} />;
}

export function OwnerFieldInput(props: InputProps) {
  const { t } = useTranslation();
  const options = useFieldOptions(({ kind, target }) => kind === 'ref' && target === 'admin');
  return <NameSelect {...props} options={options} emptyLabel={t('designerScreen.settings.none')} />;
}

export function TreeFieldInput(props: InputProps) {
  const { t } = useTranslation();
  const { settings } = useOpenDesign();
  const options = useFieldOptions(({ kind, target }) => kind === 'ref' && target === settings.table_name);
  return <NameSelect {...props} options={options} emptyLabel={t('designerScreen.settings.none')} />;
}

/** The groups of the console's menu. */
export function MenuGroupInput(props: InputProps) {
  const { registry } = useEngine();
  const lang = useLanguage();
  const names = [...new Set(registry.all.map(({ spec }) => spec.menu))];
  const groups = names.map((name) => ({ name, label: menuTitle(lang, name) ?? name }));
  return <NameSelect {...props} options={groups.sort((a, b) => a.label.localeCompare(b.label, lang))} />;
}

const getGroups = (value: Json): readonly (readonly string[])[] =>
  Array.isArray(value) ? value.map(asStringList) : [];

export function MergeGroupsInput({ value, onChange, id, labelId, disabled }: InputProps) {
  const { t } = useTranslation();
  const options = useFieldOptions();
  const groups = getGroups(value);
  const change = (next: readonly (readonly string[])[]) => onChange(listOrNull(next));
  return (
    <Stack component="fieldset" id={id} aria-labelledby={labelId} sx={{ ...bareFieldset, gap: 2 }}>
      {groups.map((names, index) => {
        const number = index + 1;
        return (
          <Stack key={number} direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <NamesSelect
                label={t('designerScreen.settings.merge_group', { number })}
                names={names}
                options={options}
                disabled={disabled}
                onChange={(next) => change(replaceAt(groups, index, next))}
              />
            </Box>
            <ListItemButtons
              labels={{ remove: t('designerScreen.settings.remove_group', { number }) }}
              disabled={disabled}
              onRemove={() => change(removeAt(groups, index))}
            />
          </Stack>
        );
      })}
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={disabled}
        onClick={() => change([...groups, []])}
        sx={{ alignSelf: 'start' }}
      >
        {t('designerScreen.settings.add_group')}
      </Button>
    </Stack>
  );
}
