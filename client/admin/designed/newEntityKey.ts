/** The key of the toast that announces a new entity. */
export const newEntityKey = (name: string): string => `designed/${name}`;
