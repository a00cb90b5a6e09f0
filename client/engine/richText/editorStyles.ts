/** Styles of the edited text in both color schemes, including the editor's own styles. */
import { suggestionStyles } from './suggestions/suggestionMarks';

const text = {
  '& > :first-of-type': { mt: 0 },
  '& p, & ul, & ol, & pre, & blockquote, & table, & figure': { my: 2, mx: 0 },
  '& h2': { fontSize: 21, lineHeight: 1.35, mt: 5, mb: 2 },
  '& h3': { fontSize: 18, lineHeight: 1.4, mt: 4, mb: 2 },
  '& h4': { fontSize: 15, lineHeight: 1.45, mt: 4, mb: 1 },
  '& ul, & ol': { pl: 6 },
  '& li > p': { my: 0.5 },
  '& a': { color: 'primary.main' },
  '& img': { maxWidth: '100%', height: 'auto' },
  '& hr': { border: 0, borderTop: 1, borderColor: 'divider', my: 4 },
  '& blockquote': { borderLeft: 3, borderColor: 'divider', pl: 3, color: 'text.secondary' },
  '& code': {
    fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
    fontSize: '0.9em',
    bgcolor: 'action.hover',
    px: 0.75,
  },
  '& pre': { bgcolor: 'action.hover', p: 3, borderRadius: 1, overflowX: 'auto', whiteSpace: 'pre' },
  '& pre code': { bgcolor: 'transparent', p: 0 },
  '& table': { borderCollapse: 'collapse', tableLayout: 'fixed', width: '100%' },
  '& th, & td': { border: 1, borderColor: 'divider', px: 2, py: 1, verticalAlign: 'top', textAlign: 'left' },
  '& th p, & td p': { my: 0 },
  '& th, & .selectedCell': { bgcolor: 'action.hover' },
  '& .align-center': { textAlign: 'center' },
  '& .align-right': { textAlign: 'right' },
  '& .align-justify': { textAlign: 'justify' },
} as const;

/** The cursor of somebody else in a shared draft, with the name above it. */
const CURSOR = {
  position: 'relative',
  ml: '-1px',
  mr: '-1px',
  borderLeft: '1px solid',
  borderRight: '1px solid',
  wordBreak: 'normal',
  pointerEvents: 'none',
} as const;
const CURSOR_NAME = {
  position: 'absolute',
  bottom: '1.2em',
  left: '-1px',
  px: 1,
  borderRadius: '4px 4px 4px 0',
  color: '#fff',
  fontSize: '0.6875rem',
  fontWeight: 600,
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
  userSelect: 'none',
  zIndex: 1,
} as const;

export const editorStyles = {
  border: 1,
  borderRadius: 1.5,
  bgcolor: 'background.paper',
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
  '& .ProseMirror': {
    position: 'relative',
    minHeight: 180,
    maxHeight: '60vh',
    overflow: 'auto',
    px: 3,
    py: 2,
    outline: 'none',
    fontSize: 14,
    lineHeight: 1.65,
    whiteSpace: 'break-spaces',
    overflowWrap: 'anywhere',
    ...text,
    '& .ProseMirror-selectednode': { outline: '2px solid', outlineColor: 'primary.main' },
    '& .ProseMirror-separator': { display: 'inline !important', m: '0 !important', width: '0 !important' },
    '& .ProseMirror-yjs-selection': { borderRadius: '2px' },
    ...suggestionStyles,
    '& .shared-cursor': CURSOR,
    '& .shared-cursor-name': CURSOR_NAME,
    '&.ProseMirror-hideselection *::selection': { background: 'transparent' },
  },
} as const;
