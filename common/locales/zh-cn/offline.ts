/** 断网时继续工作所用的文字。 */
export const offline = {
  queued_one: '已排队（{{count}}），恢复连接后自动保存',
  queued_other: '已排队（{{count}}），恢复连接后自动保存',
  sent: '{{title}}：连接已恢复，已保存',
  clashed: '{{title}}：期间有人改动了同一处，您的修改没有覆盖对方，请打开后选择',
  refused: '{{title}}：未能保存，您填写的内容仍然保留',
  open: '打开',
  delete_offline: '当前没有连接，无法删除；恢复后再试，数据未变',
  act_offline: '当前没有连接，操作未执行；恢复后再试',
  uploading: '文件上传完成后即可保存',
};
