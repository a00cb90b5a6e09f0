/** The used part of a package without types. */
declare module 'mime-db' {
  const database: Readonly<Record<string, { readonly extensions?: readonly string[] }>>;
  export = database;
}
