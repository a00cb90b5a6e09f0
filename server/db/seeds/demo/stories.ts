/** The news of the demo site and their categories. Chinese and English lines alternate. */
import { parseTranslatedTable } from './parseTable';

export const categories = parseTranslatedTable(
  [],
  ['name'],
  `
公司动态
Company
产品发布
Product
技术文章
Engineering
客户故事
Customers
活动
Events
社区
Community
招聘
Careers
安全公告
Security`,
);

/** `category`: its index in the list above. */
export const stories = parseTranslatedTable(
  ['category'],
  ['title', 'description', 'content'],
  `
1 | 列表会随工作实时变化 | 后台的每个列表现在都会跟随同事的操作实时更新。 | 过去，列表显示的是您打开它那一刻的样子。从本版本起，同事一保存，对应的行就立即更新；不再符合筛选条件的行会变灰，而不会从光标下突然消失。 ¶ 无需任何设置。网络中断后恢复时，列表会自动补上错过的变化，并告诉您落后了多久。
Lists that update while you watch | Every list in the console now follows the work of your colleagues as it happens. | Until today a list showed how things were when you opened it. From this release a row changes the moment someone saves it, and a row that no longer fits your filter is greyed out instead of vanishing under your cursor. ¶ Nothing needs to be switched on. After your connection was interrupted, the list catches up automatically and tells you how far behind it was.
1 | 两人同时编辑，谁的工作都不会丢 | 修改不同字段自动合并；修改同一字段时，就在您输入的地方询问您。 | 以前两个人同时编辑一条记录，后保存的人会覆盖先保存的人。现在服务器会比较各自改了什么，不同的字段静默合并。 ¶ 如果两人改了同一个字段，您会同时看到旧值、您的值和对方的值，由您决定保留哪一个。
Two editors, one record, no lost work | Different fields merge silently; the same field asks you, right where you typed. | When two people edit one record, the second save used to win and the first was gone. Now the server compares what each of you changed. Different fields are merged without a word. ¶ If both of you changed the same field, you see the old value, yours and theirs side by side, and you decide.
2 | 我们如何让一百万次变更的编号毫无空洞 | 一行数据、一把锁，以及最后一刻才取的号。 | 自增列会留下空洞：事务先取了号，然后失败了。跟读日志的人只能猜测空洞是迟到还是丢失。我们改为在提交前的最后一步，从唯一的一行取号。 ¶ 锁只持有一次提交的时间，而读者再也不必等待空洞。
How we number a million changes without a gap | A short story about one row, one lock and a ticket that is drawn last. | Sequence columns leave holes: a transaction takes a number, then fails. Readers who follow such a log must guess whether a hole is late or lost. We draw the number as the very last step before the commit, from a single row. ¶ The lock is held for the time of one commit, and readers never have to wait for a gap again.
3 | Northwind 物流：一块屏幕调度每天四千票货物 | 三个港口的调度员现在看着同一份实时列表。 | 此前每个港口各有一份表格，每天两次电话核对。如今每个集装箱就是一行记录，费利克斯托、鹿特丹和格但斯克三地看到的状态相差不到一秒。 ¶ 上线第一个月，港口之间的电话减少了三分之二。
Northwind Logistics moves 4,000 shipments a day with one screen | Dispatchers in three ports now look at the same live list. | Before the change, each port kept its own spreadsheet and called the others twice a day. Today every container is one row, and its status is the same in Felixstowe, Rotterdam and Gdansk within a second. ¶ The number of calls between the ports fell by two thirds in the first month.
0 | 公司将迁入滨江园区 | 三月起，杭州的所有团队将在江边的两层楼里一起办公。 | 同一座城市的四个办公室合并为一个。新址有四十个工位、六间会议室，以及一间客户也可以使用的培训室。 ¶ 联系页面上的地址和电话将于三月一日更新。
We are moving to Riverside Park | From March our teams in Hangzhou sit together on two floors by the river. | Four offices in one city become one. The new place has forty desks, six meeting rooms and a training room that customers can use as well. ¶ Our address and phone number on the contact page change on the first of March.
7 | 安全公告：会话机制改进 | 被复制的刷新令牌会使整个会话族失效。 | 刷新令牌只能换取一次。如果之后出现它的副本，副本与原件将同时失效，并要求重新登录。 ¶ 目前没有任何人受影响的迹象。您只需更新版本，无需其他操作。
Security notice: session handling improved | Refresh tokens that were copied now end the whole session family. | A refresh token can be exchanged once. If a copy of it turns up later, both the copy and the original stop working and you are asked to sign in again. ¶ There is no sign that anyone was affected. You need to do nothing but update.
4 | 春季工作坊：从一张表格到一个实时应用 | 一天时间，十二个席位，带着能跑的成果回家。 | 请带上最费时间的那张表格。上午我们把它的列变成定义，下午您的同事就能在各自的工位上一起编辑它。 ¶ 工作坊于四月十八日举行，中英双语，含午餐。
Spring workshop: from a spreadsheet to a live application | One day, twelve seats, and an application that runs at the end. | Bring the spreadsheet that takes you most time. In the morning we turn its columns into a definition; in the afternoon your colleagues edit it together from their own desks. ¶ The workshop takes place on 18 April, in Chinese and English. Lunch is included.
6 | 招聘：喜欢写作的技术支持工程师 | 工作的一半是回答问题，另一半是让问题不再出现。 | 您将用两种语言与管理员沟通，重现他们遇到的情况，然后改进那个本该说清楚的页面。比起证书，我们更看重朴素准确的文字。 ¶ 与我们时差三小时以内均可远程办公。
We are looking for a support engineer who likes to write | Half of the job is answering questions, the other half is making them unnecessary. | You will talk to administrators in two languages, reproduce what they saw, and then improve the page that should have told them. We care about plain words more than about certificates. ¶ Remote work within three hours of our time zone is fine.
5 | 四十处译文改进，来自素未谋面的人 | 社区一个月修正的文字，比我们一年还多。 | 一切始于一封邮件：登录页上有个逗号用错了。如今十一位志愿者会在发布前通读每一句新文字。 ¶ 他们的名字写在版本说明里。
Forty translations, sent by people we never met | Our community corrected more words in a month than we did in a year. | It began with one message: a comma was wrong on the sign-in page. Today eleven volunteers read every new sentence before it is released. ¶ Their names are in the release notes.
1 | 快速搜索：无论怎么输入都能找到 | 全角字母、大小写和多余空格不再让记录“隐身”。 | 中英文输入法会产生同一个字母的不同形式。搜索现在会统一比较，因此 ＡＢＣ、abc 与 Abc 会找到同一家企业。 ¶ 排序遵循同样的规则，在我们支持的每种数据库上结果一致。
Quick search finds names however they are typed | Full-width letters, capitals and stray spaces no longer hide a record. | Chinese and Latin keyboards produce different forms of the same letter. Search now compares all of them in one form, so that ＡＢＣ, abc and Abc find the same company. ¶ Sorting follows the same rule, on every database we support.
2 | 为什么冲突要显示在字段旁边 | 盖住表单的对话框让人盲目选择，我们不这样做。 | 大多数编辑器遇到冲突会弹窗：保留我的，还是采用对方的。但决定往往取决于前后文。所以我们让您留在表单里，标出字段，把两个版本列在下面。 ¶ 测试中，人们的决定快了一倍，反悔的次数少得多。
Why we render a conflict at the field | A dialog that covers the form asks you to decide blindly. We do not. | Most editors answer a conflict with a window: keep mine or take theirs. But the decision depends on the sentence before and after. So we leave you in the form, mark the field, and show both versions under it. ¶ In our tests people decided twice as fast, and changed their mind far less often.
3 | 鼎盛食品：月结提前两天完成 | 财务与门店在同一后台工作，各自拥有恰当的权限。 | 门店经理能看到订单，却看不到成本；会计两者都能看到，但仅限自己的区域。每次修改的前后值保留一年。 ¶ 审计师这次只要了一份导出，而不是四十张截图。
Dingsheng Foods closes its month two days earlier | Finance and shops work in one console, with the permissions each of them needs. | Shop managers see orders but not costs; accountants see both, and only for their own region. The values before and after every change are kept for a year. ¶ This time the auditors asked for one export instead of forty screenshots.
0 | 十年，用数字说话 | 从一个房间、一台路由器，到十九个国家的客户。 | 2016 年，三位创始人、一台路由器和一位客户。如今，19 个国家的 312 家客户，54 位同事，每个界面两种语言，没有外部投资人，还有 11 位实习生留了下来。 ¶ 感谢一路同行的每一个人。
Our first ten years, in numbers | From one room and one router to customers in nineteen countries. | Three founders, one router and one customer in 2016. Today 312 customers in 19 countries, 54 colleagues, 2 languages on every screen and no outside investors. Eleven of our interns stayed. ¶ Thank you to everybody who came along.
7 | 密码规则的变化与原因 | 更长更好，常见密码会被拒绝，也不再强制每月更换。 | 我们会将新密码与攻击者最先尝试的一万个密码比对。同时取消了每九十天更换一次的规定，因为它只会让人选择更差的密码。 ¶ 现有密码继续有效，下次登录时会以更强的方式保存。
Passwords: what changed and why | Longer is better, common ones are rejected, and no one has to change them every month. | We compare new passwords with the ten thousand that attackers try first. We removed the rule that made you invent a new one every ninety days, because it made people choose worse ones. ¶ Existing passwords keep working and are stored more strongly the next time you sign in.
4 | 港口开源日，与您相见 | 两场演讲，一张可以亲手体验的展台。 | 周六十一点，我们讲述从不跳号的变更日志；周日两点，我们和听众一起现场搭建一个小应用。 ¶ 两天都在 2 号馆 14 号展台。
See us at the Harbor Open Source Days | Two talks and a table where you can try everything yourself. | On Saturday at eleven we speak about change logs that never skip a number. On Sunday at two we build a small application together with the audience. ¶ You find us in hall 2, table 14, on both days.
1 | 装得进手机的后台 | 侧栏可收起，表格变卡片，键盘不再挡住保存按钮。 | 许多管理员在地铁上审批。后台现在为窄屏提供了专门的布局，所有操作都在拇指可及之处。 ¶ 它还是同一个页面，而不是另一个应用，并且同样实时。
A console that fits a phone | The sidebar folds away, tables become cards, and the keyboard never covers the save button. | Many administrators approve things on the train. The console now has a layout for narrow screens that keeps every action within reach of a thumb. ¶ It is the same page, not another application, and it updates in real time as well.
2 | 一份定义，八个成果 | 数据表、接口、权限、文档、列表、表单、文字与实时更新都来自同一个文件。 | 像“企业”这样的实体，过去要在八个地方描述，然后慢慢走样。现在只描述一次，写成纯数据，其余都由它推导。 ¶ 如果某个实体有特殊之处，例外就写在单独的文件里，容易找到，也容易删除。
One definition, eight results | Table, API, permissions, documents, list, form, labels and live updates come from one file. | An entity such as “company” used to be described in eight places that slowly drifted apart. Now it is described once, as plain data, and everything else is derived. ¶ Where an entity is special, the exception is in a file of its own, easy to find and easy to remove.
5 | 感谢二百份问题反馈 | 最短的一份只有一个词，而且说对了。 | 每份反馈我们都会当天阅读。最近的二百份中，131 份是缺陷，44 份是愿望，25 份指出我们的文字不清楚，我们把它们也算作缺陷。 ¶ 其中 187 份已经关闭，其余的仍在处理。
Thank you for 200 bug reports | The shortest had one word, and it was right. | We read every report on the day it arrives. Of the last two hundred, 131 were bugs, 44 were ideas, and 25 told us that our words were unclear, which we count as faults too. ¶ 187 of them are closed. The others are still being worked on.
6 | 暑期实习开放申请 | 三个名额，有薪，有真正有时间的导师。 | 第一周您选择一个真实的问题，最后一周展示您的成果。往届实习生做出了第一版深色主题、键盘帮助和导入预览。 ¶ 申请截止到四月底，一页纸的信就够了。
Internships for the summer | Three places, paid, with a mentor who has time for you. | You choose a real problem in the first week and present what you made in the last. Past interns built the first dark theme, the keyboard help and the import preview. ¶ Applications are open until the end of April. A letter of one page is enough.
3 | 锦程纺织：四种语言，一份目录 | 采购、织造与门店读着同一张卡片，各用各的语言。 | 一种面料有上百个叫法。锦程用一条记录保存事实，让每个市场添加自己的标题。染厂一改颜色，各地在与客户交谈时就能看到。 ¶ 因颜色不符造成的退货几乎绝迹。
Jincheng Textiles: one catalog for four languages | Buyers, weavers and shops read the same card, each in their own language. | A fabric has a hundred names. Jincheng keeps one record with the facts and lets every market add its own title. When the dye house changes a color, all markets see it while they talk to their customers. ¶ Returns because of a wrong color have almost stopped.
0 | 北方新伙伴：北辰教育与我们合作 | 我们将共同把实时排课带进四十所学校。 | 北辰从事职业教育已有三十年，大部分时间里课表写在黑板上。今秋起，每一次调课都会在同一分钟出现在师生的手机上。 ¶ 项目还将资助一套面向教师的中文教程。
A new partner in the north: Beichen Education | Together we bring live timetables to forty schools. | Beichen has worked in vocational education for thirty years, most of the time with timetables on a blackboard. From this autumn, every change appears on the phones of teachers and students in the same minute. ¶ The project also pays for a tutorial for teachers.
7 | 我们记录什么，绝不记录什么 | 一份完整的清单，律师和工程师都读得懂。 | 我们记录谁在何时、从哪个地址、修改了哪条记录的哪些字段。绝不记录密码、令牌和消息正文。地址在九十天后删除。 ¶ 手册中有确切的清单，并由测试保证其真实。
What we log, and what we never do | A complete list, in words that a lawyer and an engineer can both read. | We log who changed which record, when, from which address and in which fields. We never log passwords, tokens or the text of messages. Addresses are removed after ninety days. ¶ You can read the exact list in the handbook, and a test keeps it true.
1 | 键盘优先：不用鼠标也能操作每个列表 | 方向键、回车、Esc，以及显示其余按键的问号。 | 在任何地方按下问号，即可看到当前界面的键盘操作。在行间移动、打开、修改字段再返回，只需八个键，无需鼠标。 ¶ 使用读屏软件的朋友帮助我们确定了操作顺序。
Keyboard first: every list without a mouse | Arrow keys, Enter, Escape, and a question mark that shows the rest. | Press the question mark anywhere to see what the keyboard can do on this screen. Moving through rows, opening one, changing a field and going back takes eight keys and no pointer. ¶ People who use a screen reader helped us choose the order of things.
2 | 先测量再优化：一条命令的基准测试 | 给出比值而不是纪录，因为您的机器不是我们的机器。 | 我们公布的是：在同一台机器、同一分钟内，我们的服务器与完成同样工作的最简程序相比要多花多少。比值可以搬到任何机器上，每秒请求数则不能。 ¶ 欢迎自己运行，并把结果告诉我们。
Measuring before optimizing: our benchmark in one command | Ratios instead of records, because your machine is not ours. | We publish how much our server costs compared with the barest program that does the same work, on the same machine, in the same minute. A ratio travels; a number of requests per second does not. ¶ Run it yourself and send us what you see.
4 | 晚间讲座：会自己更新的地图 | 一位地理学家、一位调度员和一位程序员同台分享。 | Kestrel 航测公司在洪水期间飞越山谷，飞机还在空中，影像就已传回。周四，他们将讲述这些影像如何送到一线救援人员手中。 ¶ 六点入场，免费参加。
Evening talk: maps that update themselves | A geographer, a dispatcher and a programmer share one evening. | Kestrel Aerial Survey flies over flooded valleys and sends pictures while the plane is still in the air. On Thursday they explain how the pictures reach the rescue teams. ¶ Doors open at six, and admission is free.
5 | 手册成为社区项目 | 任何人都可以建议一句话，一天内必有人读。 | 文档比代码老得更快。从现在起，每一页的角落都有一支铅笔。建议会像代码一样接受评审，既由人读，也由机器检查链接和示例。 ¶ 第一条建议删掉了四句话，这是极好的开始。
The handbook is now a community project | Anyone can suggest a sentence. Someone reads it within a day. | Documentation grows old faster than code. From now on every page has a pencil in its corner. Suggestions are reviewed like code, by people and by a machine that checks links and examples. ¶ The first suggestion removed four sentences. It was an excellent start.
3 | 百川水务：一张表看护九百台水泵 | 水泵一停，行先变色，电话后响。 | 过去，工程师往往从断水的村子那里得知水泵停了。现在水泵自己上报状态，离它最近的工程师只需点一下那行变红的记录。 ¶ 今年冬天最长的一次停机是 38 分钟，去年是两天。
Baichuan Water watches 900 pumps from one table | When a pump stops, its row turns red before the phone rings. | The engineers used to learn about a stopped pump from the village it served. Now the pump reports its own state, and the nearest engineer is one click away from the row that turned red. ¶ The longest outage this winter lasted 38 minutes. Last year it was two days.
6 | 我们如何面试 | 一次谈话，一个可以带走的小任务，五天内给出答复。 | 我们不出谜语。您会收到一个带有真实缺陷的小仓库，以及一个下午的时间，这个下午我们付费。然后一起聊聊您看到了什么。 ¶ 无论结果如何，每个人都会得到附有理由的答复。
How we interview | One conversation, one small task you can keep, one answer within five days. | We do not ask riddles. You receive a small repository with a real fault and an afternoon to look at it, and we pay for the afternoon. Then we talk about what you saw. ¶ Everyone gets an answer with reasons, whatever the result is.
1 | 一年之内，皆可撤销 | 每次修改都保留原值，一键即可恢复。 | 删除从来不是问题，问题是发现得太晚。记录的历史现在会列出每次修改的人、时间和前后两个值。选择一个字段或整行，即可恢复。 ¶ 恢复本身也是一次修改，同样可以撤销。
Undo any change for a year | Every change keeps what was there before, and brings it back with one click. | Deleting was never the problem; noticing it too late was. The history of a record now shows each change with the person, the time and both values. Choose one field or the whole row and restore it. ¶ Restoring is a change like any other, so it can be undone, too.
0 | 年度报告：小而稳，且独立 | 增长五分之一，停止一款产品，回复 6204 条消息。 | 收入增长百分之二十一，大多来自老客户的推荐。我们停止了排班产品，因为有三家做得更好。 ¶ 明年计划招聘四位同事。
Annual report: small, steady, independent | We grew by a fifth, ended one product and answered 6,204 messages. | Revenue rose by twenty-one percent, most of it from customers who were recommended to us by others. We ended the shift planning product, because three other companies do it better. ¶ Next year we plan to hire four people.`,
);
