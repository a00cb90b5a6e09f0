/** The fields of a record as of a moment. Those that differ from today are marked, compared, and can be restored one by one. */
import ChangedIcon from '@mui/icons-material/ChangeHistoryOutlined';
import RestoreIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { WireRow } from '../../../common/entity/projectRow';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { Difference } from '../diff/Difference';
import { FileSide, isFileField } from '../diff/FileChange';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { useInlineSave } from '../list/cells/useInlineSave';
import type { AsOfField, AsOfRecordState } from './useAsOfRecord';

/** Highlight with a tint and a bar. The text *Changed since* beside it gives the same information without color. */
const CHANGED_STYLE = {
  borderColor: 'warning.main',
  bgcolor: 'color-mix(in srgb, var(--mui-palette-warning-main) 8%, transparent)',
  borderRadius: '0 6px 6px 0',
} as const;

function ThenValue({ entity, field }: { readonly entity: AnyEntity; readonly field: AsOfField }) {
  const formatValue = useFormatValue(entity, Infinity);
  const { column, then } = field;
  const label = useEntityLabels(entity).fields[column.name] ?? column.name;
  return (
    <Typography component="div" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {isFileField(column) ? <FileSide column={column} label={label} value={then} /> : formatValue(column.name, then)}
    </Typography>
  );
}

interface FieldProps {
  readonly entity: AnyEntity;
  readonly field: AsOfField;
  readonly onRestore: () => Promise<unknown>;
}
/** The fields whose values differ from today. */
function Changed({ entity, field, onRestore }: FieldProps) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const { column, then, now = null, canRestore } = field;
  const label = useEntityLabels(entity).fields[column.name] ?? column.name;
  const restore = async () => {
    setIsBusy(true);
    await onRestore();
    setIsBusy(false);
  };
  return (
    <Stack sx={{ gap: 1, mt: 1, alignItems: 'flex-start' }}>
      <Box sx={{ minWidth: 0, maxWidth: '100%' }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('asOf.today')}
          <Box component="span" sx={visuallyHidden}>
            :
          </Box>
        </Typography>
        <Difference entity={entity} field={column.name} before={then} value={now} />
      </Box>
      {canRestore && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          loading={isBusy}
          startIcon={<RestoreIcon />}
          onClick={() => void restore()}
        >
          {t('asOf.restore')}
          <Box component="span" sx={visuallyHidden}>
            {` ${label}`}
          </Box>
        </Button>
      )}
    </Stack>
  );
}

function Field(props: FieldProps) {
  const { t } = useTranslation();
  const { entity, field } = props;
  const { column, differs } = field;
  return (
    <Box
      data-field={column.name}
      {...(differs ? { 'data-differs': true } : {})}
      sx={{ px: 3, py: 2, borderLeft: 3, borderColor: 'transparent', ...(differs ? CHANGED_STYLE : {}) }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {useEntityLabels(entity).fields[column.name] ?? column.name}
        </Typography>
        {differs && (
          <Typography
            variant="caption"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 1,
              color: 'warning.main',
              fontWeight: 500,
              flex: 'none',
            }}
          >
            <ChangedIcon aria-hidden sx={{ fontSize: 14 }} />
            {t('asOf.changed')}
          </Typography>
        )}
      </Stack>
      <ThenValue entity={entity} field={field} />
      {differs && <Changed {...props} />}
    </Box>
  );
}

interface AsOfFieldsProps {
  readonly entity: AnyEntity;
  readonly record: AsOfRecordState;
  /** Opens the current form, in which a conflict is resolved. */
  readonly onOpenNow: () => void;
}
export function AsOfFields({ entity, record, onOpenNow }: AsOfFieldsProps) {
  const { t } = useTranslation();
  const { groups: groupLabels } = useEntityLabels(entity);
  const save = useInlineSave(entity, onOpenNow);
  const { groups, now, isDeleted } = record;
  const count = groups.flatMap(({ fields }) => fields).filter(({ differs }) => differs).length;
  const summary = count === 0 ? t('asOf.same') : t('asOf.differs', { count });
  // An ordinary edit, based on the current value.
  const restore = (row: WireRow | undefined, { column, then }: AsOfField) =>
    row === undefined ? Promise.resolve() : save(row, column.name, then);
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography component="output" variant="body2" sx={{ px: 3, color: 'text.secondary', minHeight: 20 }}>
        {isDeleted ? t('asOf.deleted_since') : now === undefined ? '' : summary}
      </Typography>
      {groups.map(({ key, fields }, index) => {
        const heading = key === undefined ? t('asOf.others') : key === null ? undefined : (groupLabels[key] ?? key);
        return (
          <Stack
            key={key ?? index}
            component={heading === undefined ? 'div' : 'section'}
            aria-label={heading}
            sx={{ gap: 1 }}
          >
            {heading !== undefined && (
              <Typography variant="h6" component="h3" sx={{ px: 3, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
                {heading}
              </Typography>
            )}
            {fields.map((field) => (
              <Field key={field.column.name} entity={entity} field={field} onRestore={() => restore(now, field)} />
            ))}
          </Stack>
        );
      })}
    </Stack>
  );
}
