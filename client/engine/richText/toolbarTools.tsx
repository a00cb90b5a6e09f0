/** Table of the editor tools: action, active state and availability. */
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
import type { richText } from '../../../common/locales/en/richText';

export interface Tool {
  readonly label: `richText.${keyof typeof richText}`;
  readonly Icon?: ComponentType<{ readonly fontSize?: 'small' }>;
  readonly run: (editor: Editor) => void;
  readonly isActive?: (editor: Editor) => boolean;
  readonly isUnavailable?: (editor: Editor) => boolean;
  /** Starts a new group. */
  readonly isGroupStart?: true;
}
type EditorCommand = (chain: ChainedCommands) => ChainedCommands;
const command = (work: EditorCommand) => ({ run: (editor: Editor) => void work(editor.chain().focus()).run() });
const toggleTool = (name: string, work: EditorCommand) => ({
  ...command(work),
  isActive: (editor: Editor) => editor.isActive(name),
});
const mark = (name: string) => toggleTool(name, (chain) => chain.toggleMark(name));
const alignTool = (align: string | null) => ({
  ...command((chain) => chain.updateAttributes('paragraph', { align }).updateAttributes('heading', { align })),
  isActive: (editor: Editor) => align !== null && editor.isActive({ align }),
});

export const TOOLS: readonly Tool[] = [
  {
    label: 'richText.undo',
    Icon: UndoIcon,
    ...command((chain) => chain.undo()),
    isUnavailable: (editor) => !editor.can().undo(),
  },
  {
    label: 'richText.redo',
    Icon: RedoIcon,
    ...command((chain) => chain.redo()),
    isUnavailable: (editor) => !editor.can().redo(),
  },
  { label: 'richText.bold', Icon: BoldIcon, isGroupStart: true, ...mark('bold') },
  { label: 'richText.italic', Icon: ItalicIcon, ...mark('italic') },
  { label: 'richText.underline', Icon: UnderlineIcon, ...mark('underline') },
  { label: 'richText.strike', Icon: StrikeIcon, ...mark('strike') },
  { label: 'richText.code', Icon: CodeIcon, ...mark('code') },
  {
    label: 'richText.bullets',
    Icon: BulletsIcon,
    isGroupStart: true,
    ...toggleTool('bulletList', (chain) => chain.toggleBulletList()),
  },
  { label: 'richText.numbers', Icon: NumbersIcon, ...toggleTool('orderedList', (chain) => chain.toggleOrderedList()) },
  { label: 'richText.quote', Icon: QuoteIcon, ...toggleTool('blockquote', (chain) => chain.toggleBlockquote()) },
  { label: 'richText.code_block', Icon: CodeBlockIcon, ...toggleTool('codeBlock', (chain) => chain.toggleCodeBlock()) },
  { label: 'richText.left', Icon: AlignLeftIcon, isGroupStart: true, ...alignTool(null) },
  { label: 'richText.center', Icon: AlignCenterIcon, ...alignTool('center') },
  { label: 'richText.right', Icon: AlignRightIcon, ...alignTool('right') },
  {
    label: 'richText.table',
    Icon: TableIcon,
    isGroupStart: true,
    ...command((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true })),
    isUnavailable: (editor) => editor.isActive('table'),
  },
  { label: 'richText.rule', Icon: RuleIcon, ...command((chain) => chain.setHorizontalRule()) },
  { label: 'richText.plain', Icon: ClearIcon, ...command((chain) => chain.unsetAllMarks().clearNodes()) },
];
/** Shown while the caret is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  { label: 'richText.row_add', ...command((chain) => chain.addRowAfter()) },
  { label: 'richText.row_remove', ...command((chain) => chain.deleteRow()) },
  { label: 'richText.column_add', ...command((chain) => chain.addColumnAfter()) },
  { label: 'richText.column_remove', ...command((chain) => chain.deleteColumn()) },
  { label: 'richText.table_remove', ...command((chain) => chain.deleteTable()) },
];
