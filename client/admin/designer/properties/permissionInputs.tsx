/** Inputs of the columns of a design field that say who may read and write it. */
import { useTranslation } from 'react-i18next';
import type { CompleteField } from '../../../../common/designer/completeDesign';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useOpenDesign } from '../data/designContext';
import { NameSelect, type NameOption } from './NameSelect';
import { useFieldOfRow } from './useFieldOfRow';

type PermissionColumn = 'read_permission' | 'write_permission';
const PREFIXES = { read_permission: 'see', write_permission: 'write' } as const;

/** The permission that the field has or would have, then those of other fields, which it can share. */
function usePermissionOptions(column: PermissionColumn, rowId: number | null): readonly NameOption[] {
  const { t } = useTranslation();
  const isEnglish = useLanguage() === 'en';
  const { fields } = useOpenDesign();
  const field = useFieldOfRow(rowId);
  const others = fields.flatMap(({ id, field: other }) => (id === rowId ? [] : [other]));
  const getLabel = ({ name, label_en: en, label_zh: zh }: CompleteField) => (isEnglish ? en : zh) || name;
  const shared = new Map<string, readonly string[]>();
  for (const other of others) {
    const permission = other[column];
    if (permission !== '') shared.set(permission, [...(shared.get(permission) ?? []), getLabel(other)]);
  }
  const current = field?.[column] ?? '';
  const suggested = `${PREFIXES[column]}_${field?.name ?? ''}`;
  const free = shared.has(suggested) ? `${suggested}_${rowId ?? 0}` : suggested;
  const own = current === '' || shared.has(current) ? free : current;
  const ownOption = { name: own, label: t('designerScreen.field_permissions.own') };
  const options = [...shared].map(([name, labels]) => ({
    name,
    label: t(`designerScreen.field_permissions.${column}`, { fields: labels.join(isEnglish ? ', ' : '、') }),
  }));
  return (field?.name ?? '') === '' ? options : [ownOption, ...options];
}

function PermissionInput({ permission, ...input }: InputProps & { readonly permission: PermissionColumn }) {
  const { t } = useTranslation();
  const options = usePermissionOptions(permission, input.rowId);
  return (
    <NameSelect {...input} options={options} emptyLabel={t(`designerScreen.field_permissions.no_${permission}`)} />
  );
}
export const ReadPermissionInput = (props: InputProps) => <PermissionInput {...props} permission="read_permission" />;
export const WritePermissionInput = (props: InputProps) => <PermissionInput {...props} permission="write_permission" />;

/** The sensitivity of a field has no effect while the field has a read permission. */
export function SensitivityInput(props: InputProps) {
  const { Input } = getFieldType('choice');
  const hasPermission = (useFieldOfRow(props.rowId)?.read_permission ?? '') !== '';
  return <Input {...props} disabled={props.disabled || hasPermission} />;
}
