/** Marks a cell of the pinned column, which stays at this distance from the left edge. */
export const pinnedAt = (isPinned: boolean, left: number) => (isPinned ? { className: 'pinned', style: { left } } : {});
