/** Styles of the grid. */
export const gridStyles = {
  tableLayout: 'fixed',
  '& .MuiTableCell-root': { px: 2, py: 0, overflow: 'hidden', whiteSpace: 'nowrap' },
  '& .MuiTableCell-head': { height: 40, bgcolor: 'background.paper', textOverflow: 'ellipsis' },
  // The arrow of an unsorted column takes no space, or a narrow column would end in dots.
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { position: 'absolute', left: '100%' },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
    left: 'auto',
    right: '100%',
  },
  '& .MuiTableCell-paddingCheckbox': { px: 1.5, width: 48, textAlign: 'right' },
  '& tbody .MuiTableRow-root:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& tbody tr[data-over=inside] > td': { bgcolor: 'action.focus' },
  '& tbody tr[data-over=at] > td': { boxShadow: 'inset 0 2px 0 var(--mui-palette-primary-main)' },
  // Removed rows are faded; the reason and edited cells stay readable.
  '& tbody tr[aria-disabled] > td': { color: 'text.disabled' },
  '& tbody tr[aria-disabled] > td:not([data-clear])': { opacity: 0.7 },
  '& .row-actions': { px: 1 },
  // The header cell is not sticky, or it would cover the name of the last column.
  '& tbody .row-actions': { position: 'sticky', right: 0, overflow: 'visible' },
  // Wider than their column, they cover values to the left of it instead of widening the table.
  '& tbody .row-actions > *': {
    position: 'absolute',
    right: '4px',
    top: '50%',
    transform: 'translateY(-50%)',
    width: 'max-content',
    bgcolor: 'background.paper',
    backgroundImage: 'linear-gradient(var(--mui-palette-action-hover), var(--mui-palette-action-hover))',
    justifyContent: 'flex-end',
    // The values below fade out instead of being cut.
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 0,
      right: '100%',
      width: 24,
      background: 'inherit',
      maskImage: 'linear-gradient(to right, transparent, #000)',
    },
  },
  // The first column, when it holds the title, stays in place while the others scroll.
  '&[data-pinned] .MuiTableCell-paddingCheckbox, &[data-pinned] .pinned': { position: 'sticky', zIndex: 1 },
  '&[data-pinned] .MuiTableCell-paddingCheckbox': { left: 0 },
  '&[data-pinned] thead .MuiTableCell-paddingCheckbox, &[data-pinned] thead .pinned': { zIndex: 3 },
  '&[data-pinned] tbody .MuiTableCell-paddingCheckbox, &[data-pinned] tbody .pinned': {
    bgcolor: 'background.paper',
    backgroundImage: 'linear-gradient(var(--row-tint, transparent), var(--row-tint, transparent))',
  },
  '&[data-pinned] tbody tr:hover': { '--row-tint': 'var(--mui-palette-action-hover)' },
  '&[data-pinned] tbody tr.Mui-selected': { '--row-tint': 'var(--mui-palette-action-selected)' },
  '&[data-pinned] .pinned': { borderRight: 1, borderRightColor: 'divider' },
  // Row actions appear only on hover and focus; otherwise they would cover values.
  '@media (hover: hover)': {
    '& tbody .row-actions > *': { opacity: 0, transition: 'opacity 120ms' },
    '& tbody .row-actions': { pointerEvents: 'none' },
    '& tbody tr:hover .row-actions, & tbody tr:focus-within .row-actions': { pointerEvents: 'auto' },
    '& tbody tr:hover .row-actions > *, & tbody tr:focus-within .row-actions > *': { opacity: 1 },
  },
} as const;
