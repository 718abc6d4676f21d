"""Stop words: articles, pronouns, prepositions and the like, which alone say nothing of what an answer is about.

Of the languages that answers are given in most, in the one spelling of `documents.folding`. What in one language is such
a word and in another a noun is left out.
"""

_ENGLISH = """a about above after again against all also although am among an and another any are around as at be because
been before being below between both but by can could did do does doing down during each either else ever every few for
from further had has have having he her here hers herself him himself his how however i if in into is it it's its itself
just many may me more most much must my myself near neither never no nor not now of off often on once only onto or other
our ours out over own per rather same shall she should since so some such than that the their theirs them themselves then
there these they this those though through thus to too toward towards under until up upon us very was we were what when
where whether which while who whom whose why will with within without would yet you your yours"""
_GERMAN = """aber alle allem allen aller alles als am an auch auf aus bei beim bin bis bist da damit dann das dass daß dem
den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer
eines er es für gegen hat hatte hatten ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im ist ja jede jedem jeden jeder jedes
kann kein keine konnte können mehr mit muss nach nicht noch nur ob oder ohne sehr sein seine seinem seinen seiner sich sie
sind so über um und uns unter vom von vor war waren wegen weil wenn werden wie wieder wird wo wurde wurden zu zum zur
zwischen"""
_FRENCH = """après au aussi aux avant avec ce ces cet cette comme dans de depuis des dont du elle elles en entre est et
eux furent il ils je la le les leur leurs lui mais même ne nos notre nous ont ou où par pas pendant plus pour puis qu que
quel quelle quelles quels qui sa sans se ses son sont sous sur très tu un une vers vos votre vous à étaient était été"""
_SPANISH = """al ante antes aunque como con contra cuando cual de del desde donde durante el ella ellas ellos en entre era
eran es esta estas este estos está están fue fueron ha había han hasta la las le les lo los más muy ni o para pero por
porque que quien qué se según ser si sin sobre son su sus también un una unas unos y ya"""
_ITALIAN = """agli ai al alla alle allo anche che chi ci come con cui da dagli dai dal dalla dalle dallo degli dei del
della delle dello di dopo e ed era erano fino fra fu furono già gli ha hanno i il in la le lo loro ma ne negli nei nel
nella nelle nello non o per perché più prima quale quando quella quelle quelli quello questa queste questi questo se senza
si sia sono stata stati stato su sua sugli sui sul sulla sulle suo suoi tra un una uno è"""
_PORTUGUESE = """ao aos após até com da das depois do dos e ela elas ele eles em entre era eram essa esse esta este eu
foi foram há isso já mais mas na nas no nos não o os ou para pela pelas pelo pelos por quando que quem se sem ser seu seus
sob sobre sua suas são também tem um uma à às é"""
_DUTCH = """aan als bij dan dat de deze die dit door een en er haar had heeft hem het hij hun ik in is maar met na naar
niet nog of om onder ook op over sinds te tegen tot tussen uit van voor waar waren was wat werd werden worden wordt zich
zijn zonder zou"""

STOP_WORDS = frozenset(
    " ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _DUTCH)).split()
)
