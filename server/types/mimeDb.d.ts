/** The part in use of a package that comes without types. */
declare module 'mime-db' {
  const database: Readonly<Record<string, { readonly extensions?: readonly string[] }>>;
  export = database;
}
