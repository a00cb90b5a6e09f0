/** The tools of the editor as a table: what each does, when it is on and where it is of use. */
import CodeIcon from '@mui/icons-material/Code';
import CodeBlockIcon from '@mui/icons-material/DataObject';
import AlignCenterIcon from '@mui/icons-material/FormatAlignCenter';
import AlignLeftIcon from '@mui/icons-material/FormatAlignLeft';
import AlignRightIcon from '@mui/icons-material/FormatAlignRight';
import BoldIcon from '@mui/icons-material/FormatBold';
import ClearIcon from '@mui/icons-material/FormatClear';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import BulletsIcon from '@mui/icons-material/FormatListBulleted';
import NumbersIcon from '@mui/icons-material/FormatListNumbered';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import UnderlineIcon from '@mui/icons-material/FormatUnderlined';
import RuleIcon from '@mui/icons-material/HorizontalRule';
import RedoIcon from '@mui/icons-material/Redo';
import StrikeIcon from '@mui/icons-material/StrikethroughS';
import TableIcon from '@mui/icons-material/TableChartOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import type { ChainedCommands, Editor } from '@tiptap/core';
import type { ComponentType } from 'react';
import type { rich } from '../../../common/locales/en/rich';

export interface Tool {
  readonly label: `rich.${keyof typeof rich}`;
  readonly Icon?: ComponentType<{ readonly fontSize?: 'small' }>;
  readonly run: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
  /** Begins a group of its own. */
  readonly first?: true;
}
type Work = (chain: ChainedCommands) => ChainedCommands;
const does = (work: Work) => ({ run: (editor: Editor) => void work(editor.chain().focus()).run() });
const turns = (name: string, work: Work) => ({ ...does(work), isOn: (editor: Editor) => editor.isActive(name) });
const mark = (name: string) => turns(name, (chain) => chain.toggleMark(name));
const aligned = (align: string | null) => ({
  ...does((chain) => chain.updateAttributes('paragraph', { align }).updateAttributes('heading', { align })),
  isOn: (editor: Editor) => align !== null && editor.isActive({ align }),
});

export const TOOLS: readonly Tool[] = [
  { label: 'rich.undo', Icon: UndoIcon, ...does((chain) => chain.undo()), isOff: (editor) => !editor.can().undo() },
  { label: 'rich.redo', Icon: RedoIcon, ...does((chain) => chain.redo()), isOff: (editor) => !editor.can().redo() },
  { label: 'rich.bold', Icon: BoldIcon, first: true, ...mark('bold') },
  { label: 'rich.italic', Icon: ItalicIcon, ...mark('italic') },
  { label: 'rich.underline', Icon: UnderlineIcon, ...mark('underline') },
  { label: 'rich.strike', Icon: StrikeIcon, ...mark('strike') },
  { label: 'rich.code', Icon: CodeIcon, ...mark('code') },
  {
    label: 'rich.bullets',
    Icon: BulletsIcon,
    first: true,
    ...turns('bulletList', (chain) => chain.toggleBulletList()),
  },
  { label: 'rich.numbers', Icon: NumbersIcon, ...turns('orderedList', (chain) => chain.toggleOrderedList()) },
  { label: 'rich.quote', Icon: QuoteIcon, ...turns('blockquote', (chain) => chain.toggleBlockquote()) },
  { label: 'rich.code_block', Icon: CodeBlockIcon, ...turns('codeBlock', (chain) => chain.toggleCodeBlock()) },
  { label: 'rich.left', Icon: AlignLeftIcon, first: true, ...aligned(null) },
  { label: 'rich.center', Icon: AlignCenterIcon, ...aligned('center') },
  { label: 'rich.right', Icon: AlignRightIcon, ...aligned('right') },
  {
    label: 'rich.table',
    Icon: TableIcon,
    first: true,
    ...does((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true })),
    isOff: (editor) => editor.isActive('table'),
  },
  { label: 'rich.rule', Icon: RuleIcon, ...does((chain) => chain.setHorizontalRule()) },
  { label: 'rich.plain', Icon: ClearIcon, ...does((chain) => chain.unsetAllMarks().clearNodes()) },
];
/** Shown while the caret is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  { label: 'rich.row_add', ...does((chain) => chain.addRowAfter()) },
  { label: 'rich.row_remove', ...does((chain) => chain.deleteRow()) },
  { label: 'rich.column_add', ...does((chain) => chain.addColumnAfter()) },
  { label: 'rich.column_remove', ...does((chain) => chain.deleteColumn()) },
  { label: 'rich.table_remove', ...does((chain) => chain.deleteTable()) },
];
