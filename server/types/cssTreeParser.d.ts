/** The parser of css-tree without its syntax dictionaries; the package has types only for its main entry. */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
