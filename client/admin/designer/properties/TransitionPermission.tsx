/** Who may make a transition: everyone who edits the record, or those with a permission, which transitions can share. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import type { DesignTransition } from '../../../../common/designer/design';
import { truncate } from '../../../../common/text/normalize';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useOpenDesign } from '../data/designContext';
import { LabelledPart } from './LabelledPart';
import type { NameOption } from './NameSelect';
import { TextPart } from './TextPart';
import { getTransitions, withLabels } from './transitions';
import { useChoices, useFieldOfRow } from './useFieldOfRow';

const MAX_NAME = 40;

interface TransitionPermissionProps {
  readonly transition: DesignTransition;
  readonly number: number;
  /** The id of the design field. */
  readonly rowId: number | null;
  readonly disabled: boolean;
  readonly onChange: (transition: DesignTransition) => void;
}

/** The permission that the transition has or would have, then those of other transitions, which it can share. */
function usePermissionOptions({ transition, number, rowId }: TransitionPermissionProps): readonly NameOption[] {
  const { t } = useTranslation();
  const isEnglish = useLanguage() === 'en';
  const { fields } = useOpenDesign();
  const fieldName = useFieldOfRow(rowId)?.name ?? '';
  const shared = new Map<string, readonly string[]>();
  for (const { id, field } of fields)
    for (const [index, { name, node }] of getTransitions(field.transitions).entries())
      if (node !== undefined && (id !== rowId || index !== number - 1))
        shared.set(node, [...(shared.get(node) ?? []), name]);
  const current = transition.node ?? '';
  const suggested = truncate([fieldName, transition.name].filter((part) => part !== '').join('_'), MAX_NAME);
  const free = shared.has(suggested) ? truncate(`${fieldName}_${number}_${rowId ?? 0}`, MAX_NAME) : suggested;
  const own = current === '' || shared.has(current) ? free : current;
  return [
    { name: own, label: t('designerScreen.field_permissions.own') },
    ...[...shared].map(([name, transitions]) => ({
      name,
      label: t('designerScreen.transitions.shared', { names: transitions.join(isEnglish ? ', ' : '、') }),
    })),
  ];
}

/** The labels of a permission without any: the field and the choice that the transition leads to. */
function useSuggestedLabels({ transition, rowId }: TransitionPermissionProps): Pick<DesignTransition, 'en' | 'zh'> {
  const field = useFieldOfRow(rowId);
  const choice = useChoices(rowId).find(({ name }) => name === transition.to);
  const getLabel = (of = '', to = '') => (of === '' || to === '' ? '' : `${of} → ${to}`);
  const labels = withLabels(getLabel(field?.label_en, choice?.en), getLabel(field?.label_zh, choice?.zh));
  return labels.en === undefined || labels.zh === undefined ? {} : labels;
}

function PermissionSelect(props: TransitionPermissionProps) {
  const { transition, number, disabled, onChange } = props;
  const { t } = useTranslation();
  const options = usePermissionOptions(props);
  const suggested = useSuggestedLabels(props);
  const choose = (node: string) => {
    const { node: _node, en: _en, zh: _zh, ...rest } = transition;
    const labels = node === options[0]?.name ? suggested : {};
    onChange(node === '' ? rest : { ...rest, node, ...labels });
  };
  return (
    <Select
      size="small"
      fullWidth
      displayEmpty
      disabled={disabled}
      value={transition.node ?? ''}
      SelectDisplayProps={{ 'aria-label': t('designerScreen.transitions.node', { number }) }}
      onChange={({ target }) => choose(target.value)}
    >
      <MenuItem value="">{t('designerScreen.field_permissions.no_write_permission')}</MenuItem>
      {options.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </Select>
  );
}

/** The labels of the permission. */
function PermissionLabels({ transition, number, disabled, onChange }: TransitionPermissionProps) {
  const { t } = useTranslation();
  const { en = '', zh = '', ...rest } = transition;
  return (
    <>
      <TextPart
        label={t('designerScreen.transitions.en', { number })}
        heading={t('designerScreen.transitions.en_short')}
        text={en}
        disabled={disabled}
        onText={(label) => onChange({ ...rest, ...withLabels(label, zh) })}
      />
      <TextPart
        label={t('designerScreen.transitions.zh', { number })}
        heading={t('designerScreen.transitions.zh_short')}
        text={zh}
        disabled={disabled}
        onText={(label) => onChange({ ...rest, ...withLabels(en, label) })}
      />
    </>
  );
}

export function TransitionPermission(props: TransitionPermissionProps) {
  const { t } = useTranslation();
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <LabelledPart text={t('designerScreen.transitions.node_short')}>
          <PermissionSelect {...props} />
        </LabelledPart>
      </Box>
      {props.transition.node !== undefined && <PermissionLabels {...props} />}
    </>
  );
}
