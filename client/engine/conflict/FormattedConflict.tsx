/** A formatted text that two people changed: a choice for each contested block, and the result, which can be edited. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { createElement, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { stringOrEmpty } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import type { BlockChoice, BlockConflict, RichTextMerge } from '../../../common/text/richText/mergeRichText';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { FormattedDifference } from '../diff/FormattedDifference';
import { bareFieldset } from '../fieldTypes/cells/cells';
import { useOverride } from '../engineContext';
import { getFieldType } from '../fieldTypes/index';
import type { Resolution } from '../formState/resolutions';
import { ConflictOption } from './ConflictOption';
import { computeResolvedValue, isDecided, type ConflictUnit } from './conflictUnits';
import type { SideCaptions } from './useSideCaptions';

interface FormattedConflictProps {
  readonly entity: AnyEntity;
  readonly unit: ConflictUnit;
  readonly merge: RichTextMerge;
  readonly resolution: Resolution | undefined;
  readonly captions: SideCaptions;
  readonly faults: Readonly<Record<string, string>>;
  readonly isDisabled: boolean;
  readonly isFirst: boolean;
  readonly isStale: boolean;
  readonly onResolve: (resolution: Resolution) => void;
}

interface VersionProps {
  readonly conflict: BlockConflict;
  readonly version: 'base' | BlockChoice;
}
/** One version of a contested block, with its differences from the former one. */
function BlockVersion({ conflict, version }: VersionProps) {
  const { t } = useTranslation();
  const [open, close] = conflict.around;
  const html = conflict[version] ?? '';
  const wrap = (text: string) => (text === '' ? '' : `${open}${text}${close}`);
  if (html === '' && version !== 'base')
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('conflict.passage_removed')}
      </Typography>
    );
  return (
    <Typography component="div" variant="body2">
      <FormattedDifference before={wrap(version === 'base' ? html : conflict.base)} value={wrap(html)} />
    </Typography>
  );
}

interface BlockQuestionProps extends Pick<FormattedConflictProps, 'captions' | 'isDisabled'> {
  readonly conflict: BlockConflict;
  readonly title: string;
  readonly choice: BlockChoice | null;
  readonly isFirst: boolean;
  readonly onChoose: (choice: BlockChoice) => void;
}
function BlockQuestion({ conflict, title, choice, captions, isDisabled, isFirst, onChoose }: BlockQuestionProps) {
  const { t } = useTranslation();
  const name = useId();
  const choices = (['theirs', 'mine', 'both'] as const).filter((side) => conflict[side] !== null);
  return (
    <Box component="fieldset" sx={bareFieldset}>
      <Typography component="legend" variant="body2" sx={{ p: 0, mb: 1 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2 }}>
        <Box sx={{ gridColumn: { sm: 'span 2' }, minWidth: 0 }}>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
            {t('conflict.before')}
          </Typography>
          <BlockVersion conflict={conflict} version="base" />
        </Box>
        {choices.map((side) => (
          <ConflictOption
            key={side}
            name={name}
            caption={captions[side]}
            isChosen={choice === side}
            isDisabled={isDisabled}
            autoFocus={isFirst && side === 'theirs'}
            onChoose={() => onChoose(side)}
          >
            <BlockVersion conflict={conflict} version={side} />
          </ConflictOption>
        ))}
      </Box>
    </Box>
  );
}

/** The text that will be saved: with its differences, or in the editor. */
function FormattedResult(props: FormattedConflictProps) {
  const { entity, unit, resolution, faults, isDisabled, isStale, onResolve } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const inputs = useOverride(entity)?.inputs;
  const id = useId();
  const [member] = unit.members;
  const column = member && findColumn(entity, member.field);
  if (!column || resolution === undefined || !isDecided(unit, resolution)) return null;
  const value = computeResolvedValue(member, resolution);
  const fault = faults[member.field];
  const editor = {
    ...{ entity, column, value, id, labelId: `${id}-label`, label: labels.fields[member.field] ?? member.field },
    disabled: isDisabled,
    invalid: fault !== undefined,
    rowId: null,
    stored: member.base,
    parent: null,
    describedBy: fault === undefined ? undefined : `${id}-help`,
  };
  return (
    <Box sx={{ mt: 2 }}>
      <Typography id={`${id}-label`} variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {t('conflict.result')}
      </Typography>
      {resolution.side === 'own' ? (
        createElement(inputs?.[column.name] ?? getFieldType(column.kind).Input, {
          ...editor,
          onChange: (next) => onResolve({ ...resolution, text: stringOrEmpty(next) }),
        })
      ) : (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1.5, p: 2 }}>
          <Typography component="div" variant="body2">
            <FormattedDifference before={stringOrEmpty(member.base)} value={stringOrEmpty(value)} />
          </Typography>
          <Button
            size="small"
            disabled={isDisabled}
            sx={{ mt: 1 }}
            onClick={() => onResolve({ ...resolution, side: 'own', text: stringOrEmpty(value) })}
          >
            {t('conflict.edit_result')}
          </Button>
        </Box>
      )}
      {fault !== undefined && (
        <FormHelperText id={`${id}-help`} error>
          {fault}
        </FormHelperText>
      )}
      {isStale && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {t('conflict.written_before')}
        </Alert>
      )}
    </Box>
  );
}

export function FormattedConflict(props: FormattedConflictProps) {
  const { merge, resolution, captions, isDisabled, isFirst, onResolve } = props;
  const { t } = useTranslation();
  const { conflicts } = merge;
  const blocks = conflicts.map((_conflict, index) => resolution?.blocks?.[index] ?? null);
  const choose = (at: number, choice: BlockChoice) =>
    onResolve({ side: 'blocks', text: '', blocks: blocks.map((old, index) => (index === at ? choice : old)) });
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {conflicts.length === 0 && <Typography variant="body2">{t('conflict.text_merged')}</Typography>}
      {conflicts.map((conflict, index) => (
        <BlockQuestion
          key={index}
          conflict={conflict}
          title={t('conflict.passage', { number: index + 1, total: conflicts.length })}
          choice={blocks[index] ?? null}
          captions={captions}
          isDisabled={isDisabled}
          isFirst={isFirst && index === 0}
          onChoose={(choice) => choose(index, choice)}
        />
      ))}
      <FormattedResult {...props} />
    </Box>
  );
}
