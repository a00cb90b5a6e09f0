/** Words of the admin shell: login, header, sidebar, settings. */
export const console = {} as const;
