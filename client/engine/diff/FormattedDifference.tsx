/** A formatted text with its differences from a former version: added parts are underlined, removed ones struck out. */
import Box from '@mui/material/Box';
import { createElement, useMemo, type ReactNode } from 'react';
import {
  compareRichText,
  type TextChange,
  type ComparedBlock,
  type ComparedRun,
} from '../../../common/text/richText/compareRichText';
import { decodeEntities, type Block, type InlineRun, type Tag } from '../../../common/text/richText/blocks';
import { useFullUrl } from '../../shared/app/useFullUrl';
import { htmlToPlainText } from './htmlToPlainText';
import { WordDiff } from './WordDiff';

const CHANGE_STYLES = {
  same: {},
  added: { color: 'success.main', textDecoration: 'underline', textUnderlineOffset: '2px', bgcolor: 'transparent' },
  removed: { color: 'error.main', textDecoration: 'line-through', bgcolor: 'transparent' },
} as const;
const CHANGE_ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;

const TEXT_STYLES = {
  maxHeight: 320,
  overflow: 'auto',
  overflowWrap: 'anywhere',
  '& > :first-of-type': { mt: 0 },
  '& > :last-child': { mb: 0 },
  '& p, & ul, & ol, & pre, & blockquote, & table, & figure': { my: 1.5, mx: 0 },
  '& h2, & h3, & h4': { my: 1.5, fontWeight: 600, lineHeight: 1.4 },
  '& h2': { fontSize: 17 },
  '& h3': { fontSize: 15.5 },
  '& h4': { fontSize: 14.5 },
  '& ul, & ol': { pl: 5 },
  '& li > p': { my: 0.5 },
  '& .link': { textDecoration: 'underline dotted' },
  '& img': { maxWidth: 'min(100%, 240px)', maxHeight: 160, height: 'auto' },
  '& hr': { border: 0, borderTop: 1, borderColor: 'divider', my: 2 },
  '& blockquote': { borderLeft: 3, borderColor: 'divider', pl: 3 },
  '& code': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.9em' },
  '& pre': { bgcolor: 'action.hover', p: 2, borderRadius: 1, whiteSpace: 'pre-wrap' },
  '& table': { borderCollapse: 'collapse', width: '100%' },
  '& th, & td': { border: 1, borderColor: 'divider', px: 1.5, py: 0.5, verticalAlign: 'top', textAlign: 'left' },
  '& th p, & td p': { my: 0 },
  '& .align-center': { textAlign: 'center' },
  '& .align-right': { textAlign: 'right' },
  '& .align-justify': { textAlign: 'justify' },
} as const;

/** Attributes that matter to a reader. A link leads nowhere here: its address is a hint. */
function getProps({ name, attributes }: Tag): Readonly<Record<string, string>> {
  const { class: className, colspan, rowspan, start, href } = attributes;
  if (name === 'a') return { className: 'link', ...(href === undefined ? {} : { title: href }) };
  return {
    ...(className === undefined ? {} : { className }),
    ...(colspan === undefined ? {} : { colSpan: colspan }),
    ...(rowspan === undefined ? {} : { rowSpan: rowspan }),
    ...(start === undefined ? {} : { start }),
  };
}
const renderTag = (tag: Tag | null, key: number, children: ReactNode): ReactNode =>
  createElement(
    tag === null ? 'div' : tag.name === 'a' ? 'span' : tag.name,
    { key, ...(tag ? getProps(tag) : {}) },
    children,
  );

type FullUrl = (path: string) => string;

/** An image with a border style for added and another for removed, so that color is not needed. */
function ComparedImage({
  tag,
  change,
  fullUrl,
}: {
  readonly tag: Tag;
  readonly change: TextChange;
  readonly fullUrl: FullUrl;
}) {
  const { src = '', alt = '' } = tag.attributes;
  const isLoadable = src.startsWith('/storage/') || src.startsWith('https://');
  const frame = change === 'same' ? {} : { border: 2, borderStyle: change === 'added' ? 'solid' : 'dashed', p: 0.5 };
  return (
    <Box
      component={CHANGE_ELEMENTS[change]}
      sx={{
        ...CHANGE_STYLES[change],
        display: 'inline-block',
        ...frame,
        ...(change === 'removed' && { '& img': { opacity: 0.6 } }),
      }}
    >
      {isLoadable ? <img src={fullUrl(src)} alt={alt} /> : alt}
    </Box>
  );
}

function renderRun({ run, change }: ComparedRun, key: number, fullUrl: FullUrl): ReactNode {
  const { html, voidTag, marks } = run;
  const content =
    voidTag === null ? (
      decodeEntities(html)
    ) : voidTag.name === 'br' ? (
      <br />
    ) : (
      <ComparedImage tag={voidTag} change={change} fullUrl={fullUrl} />
    );
  const marked = marks.reduceRight<ReactNode>((inner, mark) => renderTag(mark, 0, inner), content);
  return change === 'same' || voidTag !== null ? (
    <span key={key}>{marked}</span>
  ) : (
    <Box key={key} component={CHANGE_ELEMENTS[change]} sx={CHANGE_STYLES[change]}>
      {marked}
    </Box>
  );
}
const renderRuns = (runs: readonly InlineRun[], change: TextChange, fullUrl: FullUrl): ReactNode =>
  runs.map((run, index) => renderRun({ run, change }, index, fullUrl));

/** A block in which everything has the same change. */
function renderWhole(block: Block, change: TextChange, key: number, fullUrl: FullUrl): ReactNode {
  if (block.kind === 'text') return renderTag(block.tag, key, renderRuns(block.runs, change, fullUrl));
  if (block.kind === 'container')
    return renderTag(
      block.tag,
      key,
      block.children.map((child, index) => renderWhole(child, change, index, fullUrl)),
    );
  const text = htmlToPlainText(block.html);
  const content =
    block.tag?.name === 'img' ? <ComparedImage tag={block.tag} change={change} fullUrl={fullUrl} /> : text;
  if (block.tag?.name === 'hr') return <hr key={key} />;
  return content === '' ? null : (
    <Box key={key} component="div">
      {block.tag?.name === 'img' ? (
        content
      ) : (
        <Box component={CHANGE_ELEMENTS[change]} sx={CHANGE_STYLES[change]}>
          {content}
        </Box>
      )}
    </Box>
  );
}

const renderCompared = (blocks: readonly ComparedBlock[], fullUrl: FullUrl): ReactNode =>
  blocks.map((compared, index) => {
    if (compared.kind === 'whole') return renderWhole(compared.block, compared.change, index, fullUrl);
    if (compared.kind === 'container')
      return renderTag(compared.tag, index, renderCompared(compared.children, fullUrl));
    return renderTag(
      compared.tag,
      index,
      compared.runs.map((run, nth) => renderRun(run, nth, fullUrl)),
    );
  });

interface FormattedDifferenceProps {
  readonly before: string;
  readonly value: string;
}
export function FormattedDifference({ before, value }: FormattedDifferenceProps) {
  const fullUrl = useFullUrl();
  const compared = useMemo(() => compareRichText(before, value), [before, value]);
  if (compared === undefined) return <WordDiff before={htmlToPlainText(before)} after={htmlToPlainText(value)} />;
  return <Box sx={TEXT_STYLES}>{renderCompared(compared, fullUrl)}</Box>;
}
