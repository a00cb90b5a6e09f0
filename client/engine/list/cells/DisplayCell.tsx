/** Shows a value in the style of its definition, and fields of a referred row after its title. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { Display } from '../../../../common/entity/lists/listOptions';
import { PATTERNS } from '../../../../common/entity/patterns';
import { browserText } from '../../../../common/parseUserAgent';
import { formatDateTime, parseUnixSeconds } from '../../../../common/text/time/dates';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { selectCachedRow } from '../../../shared/store/entities';
import { useEngine } from '../../engineContext';
import { EmptyCell, LabelList, PlainText } from '../../fieldTypes/cells/cells';
import { PersonName } from '../../fieldTypes/cells/PersonName';
import { Thumbnail } from '../../fieldTypes/cells/Thumbnail';
import type { CellProps } from '../../fieldTypes/fieldType';
import { getFieldType } from '../../fieldTypes/index';
import { Swatch } from '../../fieldTypes/IconColor';
import { inputText } from '../../fieldTypes/inputs/TextInput';
import { useFormatValue } from '../../fieldTypes/useFormatValue';

/** An address that can be opened; any other text is only shown. */
function AddressLink({ text }: { readonly text: string }) {
  if (!PATTERNS.link(text)) return <PlainText>{text}</PlainText>;
  return (
    <Link
      href={text}
      target="_blank"
      rel="noopener noreferrer"
      title={text}
      onClick={(event) => event.stopPropagation()}
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {text.replace(/^https?:\/\//i, '')}
    </Link>
  );
}

const DATE_LENGTH = 'yyyy-mm-dd'.length;
const MINUTE_LENGTH = 'yyyy-mm-dd HH:MM'.length;
function Moment({ value, display }: { readonly value: Json; readonly display: Display }) {
  const format = useFormatters();
  const seconds = typeof value === 'number' ? value : parseUnixSeconds(inputText(value));
  if (seconds === undefined) return <PlainText>{inputText(value)}</PlainText>;
  const fullText = typeof value === 'number' ? formatDateTime(value) : inputText(value);
  if (display === 'relative') return <PlainText hint={fullText}>{format.relativeTime(seconds)}</PlainText>;
  return <PlainText hint={fullText}>{fullText.slice(0, display === 'date' ? DATE_LENGTH : MINUTE_LENGTH)}</PlainText>;
}

function RowImage({ entity, column, value }: CellProps) {
  const { fields } = useEntityLabels(entity);
  return <Thumbnail storedFile={inputText(value)} label={fields[column.name] ?? column.name} size={28} />;
}

/** The text of the value, as a label or alone. */
function ValueText({ entity, column, value, display }: CellProps & { readonly display: Display }) {
  const formatValue = useFormatValue(entity, Infinity);
  const isNumber = typeof value === 'number' && column.options.values === undefined && column.options.to === undefined;
  const text = isNumber && column.kind !== 'switch' ? String(value) : formatValue(column.name, value);
  return display === 'tag' ? <LabelList labels={[text]} /> : <PlainText>{text}</PlainText>;
}

/** The id of the admin whose name the row stores, so that a person has one color everywhere; the name where the row has no id. */
const personId = ({ row, value }: CellProps): number | string => {
  const id = row['admin_id'];
  return typeof id === 'number' ? id : inputText(value);
};
function displayed(props: CellProps, display: Display): ReactNode {
  const text = inputText(props.value);
  switch (display) {
    case 'link':
      return <AddressLink text={text} />;
    case 'code':
      return <PlainText isMonospace>{text}</PlainText>;
    case 'image':
      return <RowImage {...props} />;
    case 'date':
    case 'minute':
    case 'relative':
      return <Moment value={props.value} display={display} />;
    case 'person':
      return <PersonName id={personId(props)} name={text} picture="" />;
    case 'browser':
      return <PlainText hint={text}>{browserText(text)}</PlainText>;
    case 'swatch':
      return (
        <Box title={text} role="img" aria-label={text} sx={{ display: 'inline-flex' }}>
          <Swatch color={text} />
        </Box>
      );
    default:
      return <ValueText {...props} display={display} />;
  }
}

const isBlank = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

interface TargetFieldsProps {
  readonly target: AnyEntity;
  readonly id: number;
  readonly names: readonly string[];
}
/** The fields of a referred row that the reader may see; `ReferencedRowsLoader` keeps the row in the store. */
function TargetFields({ target, id, names }: TargetFieldsProps) {
  const row = useAppSelector(selectCachedRow(target.name, id))?.row;
  const formatValue = useFormatValue(target);
  const { fields } = useEntityLabels(target);
  const known = names.filter((name) => row?.[name] !== undefined && !isBlank(row[name]));
  if (row === undefined || known.length === 0) return null;
  const texts = known.map((name) => ({ name, text: formatValue(name, row[name]) }));
  return (
    <Box
      component="span"
      title={texts.map(({ name, text }) => `${fields[name] ?? name}: ${text}`).join('\n')}
      sx={{
        color: 'text.secondary',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        flex: '1 2 0',
      }}
    >
      {texts.map(({ text }) => text).join(' · ')}
    </Box>
  );
}

function WithTargetFields(props: CellProps & { readonly children: ReactNode }) {
  const { registry } = useEngine();
  const { to = '', targetFields = [] } = props.column.options;
  const target = registry.get(to);
  if (target === undefined || typeof props.value !== 'number') return props.children;
  return (
    <Stack component="span" direction="row" sx={{ gap: 2, minWidth: 0, alignItems: 'baseline' }}>
      <Box component="span" sx={{ minWidth: 0 }}>
        {props.children}
      </Box>
      <TargetFields target={target} id={props.value} names={targetFields} />
    </Stack>
  );
}

export function DisplayCell(props: CellProps) {
  const { kind, options } = props.column;
  if (isBlank(props.value)) return <EmptyCell />;
  const { Cell } = getFieldType(kind);
  const value = options.display === undefined ? <Cell {...props} /> : displayed(props, options.display);
  return options.targetFields === undefined ? value : <WithTargetFields {...props}>{value}</WithTargetFields>;
}
