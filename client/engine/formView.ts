/** A view of a record in place of its fields. */
export type FormView = 'history' | 'comments';
