/** The entity whose rows describe uploaded files; fields of the kinds `image` and `file` refer to it. */
export const FILE_ENTITY = 'attachment';
