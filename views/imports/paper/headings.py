"""What the heading of a column says about it, in the languages of Deadwood."""

import re
from enum import StrEnum, auto
from functools import lru_cache

from views.imports.days import has_digit, plain

WORD = re.compile(r"[^\W\d_]{1,100}|[#€$£¥]|[\u4e00-\u9fff]{1,100}")


class Meaning(StrEnum):
    """What a word in a heading is about. Of several, the first decides: “Total points” is a total."""

    MONEY = auto()
    GAMES = auto()
    """How many games somebody has won."""
    RUNNING = auto()
    """Sums so far."""
    TOTAL = auto()
    """Sums, differences and averages."""
    DEADWOOD = auto()
    BONUS = auto()
    POINTS = auto()
    WINNER = auto()
    LOSER = auto()
    NAME = auto()
    """A player, whoever won."""
    WEEKDAY = auto()
    DAY = auto()
    NUMBER = auto()
    """The number of the hand, the round or the table."""
    NOTE = auto()
    """What tells nothing about points: places, times, who dealt, how a hand ended."""


REMARKS = (
    "note notes comment comments remark remarks remarque remarques commentaire commentaires nota notas "
    "comentario comentarios observaciones bemerkung bemerkungen notiz notizen kommentar 备注"
)
"""What is called so is for people to read."""

WORDS = {
    Meaning.DAY: (
        "when wann quand cuando month monat mois mes 月份 spieltag spieldatum date day played datum "
        "tag gespielt jour fecha dia 日期 日子 日"
    ),
    Meaning.WEEKDAY: "weekday wochentag semaine semana 星期 周",
    Meaning.WINNER: (
        "winner winners won gewinner gewinnerin sieger siegerin gagnant gagnante gagnants vainqueur "
        "vainqueurs ganador ganadora ganadores gano vencedor 赢家 胜者 赢 胜方"
    ),
    Meaning.LOSER: (
        "loser losers lost opponent against verlierer verliererin gegner gegnerin gegen perdant "
        "perdante perdants adversaire perdedor perdedora perdio rival contra contre 输家 败者 输 负方 "
        "对手"
    ),
    Meaning.NAME: (
        "spielername player players name names who spieler spielerin joueur joueuse joueurs nom "
        "jugador jugadora jugadores nombre home away 玩家 选手 姓名 名字 甲方 乙方"
    ),
    Meaning.POINTS: (
        "spielpunkte gewinnpunkte points point pts score scores punkte punkt pkt pkte punktzahl "
        "ergebnis result resultat resultado puntos punto ptos puntuacion puntaje tanteo marque 分数 "
        "得分 积分 分 比分"
    ),
    Meaning.NUMBER: (
        "evening abend soiree velada spielnummer rundennummer tischnummer handnummer spielnr tischnr "
        "rundennr handnr tbl tab rnd rd gm id index week weeks woche wochen no nr num number hand "
        "hands manos mains donnes runden anzahl cantidad nb deal round rounds table game "
        "match nummer runde tisch spiel blatt partie manche donne mano ronda mesa partida numero "
        "juego main tour 局 轮 桌 手 序号 编号 场 手数 手号 局次 局号 轮次 桌次 桌号 台号 牌局 回合 "
        "场次 盘 次数 号 # set session serie nro"
    ),
    Meaning.GAMES: (
        "games matches wins boxes siege spiele gewonnen gewonnene gagnees gagne parties victoires "
        "losses defeats niederlagen defaites derrotas draws "
        "partidas ganadas ganados victorias juegos kaestchen kastchen cases casillas 胜局 局数 胜场 "
        "场数"
    ),
    Meaning.MONEY: (
        "owes owe due debt schuldet schuld doit debe "
        "money stake stakes paid pays payment owed cash geld einsatz gezahlt zahlt betrag argent mise "
        "paye montant gains dinero apuesta pago importe monto euro euros dollar dollars chf eur usd "
        "cents cts rappen rp pence 钱 金额 赌注 元 € $ £ ¥"
    ),
    Meaning.TOTAL: (
        "σ ø net netto saldo "
        "per pro gesamtpunkte gesamtpunktzahl total totals grand final overall gesamtsumme endsumme "
        "endergebnis endresultat sum subtotal difference diff margin spread lead average avg mean "
        "summe gesamt insgesamt endstand differenz vorsprung schnitt durchschnitt mittelwert "
        "zwischensumme totaux somme ecart moyenne suma totales diferencia promedio media 合计 总计 "
        "总分 总 差 平均"
    ),
    Meaning.RUNNING: (
        "punktestand zwischenstand running cumulative cumulated cum kumuliert laufend aufgelaufen "
        "stand spielstand cumul cumule cumulee acumulado acumulada 累计 累积"
    ),
    Meaning.DEADWOOD: "deadwood restpunkte 散牌",
    Meaning.BONUS: (
        "handicap handicaps hcp vorgabe ventaja 让分 "
        "bonus box bonusse bonos bono prime primes zuschlag undercut undercuts gin gins shutout "
        "schneider 奖分 奖励"
    ),
    Meaning.NOTE: (
        f"{REMARKS} upcard upcards aufgedeckte retourne descubierta 明牌 multiplier factor faktor facteur "
        "multiplicateur multiplicador double doubled knock knocks knocked knocker place location where "
        "time duration minutes start end type kind outcome dealer dealt lieu endroit heure duree donneur "
        "lugar sitio hora duracion tipo reparte ort uhrzeit zeit dauer geber rank rang rating elo platz "
        "position rango puesto year jahr target ziel zielpunkte limit goal objectif objetivo age alter 目标 "
        "地点 时间 备考 名次 排名 发牌"
    ),
}
"""The words by their meanings, without accents."""

GAMES_NUMBERED = frozenset(
    "game gm match set session evening day spiel spielnr spielnummer abend tag partie soiree jour "
    "partida juego velada dia 场 场次 盘".split()
)
"""What is played in several hands, and may be numbered. A round or a table is of several players at once."""

OF_NAMES = "\N{WORD JOINER}"
"""Stands unseen at the end of a heading that is of names, whatever it says."""

MEANINGS = {word: meaning for meaning, words in WORDS.items() for word in words.split()}
CHINESE = sorted((word for word in MEANINGS if "\u4e00" <= word[0] <= "\u9fff"), key=len, reverse=True)
"""Chinese words, which stand in a heading without spaces, the long ones first."""

SMALL = frozenset(
    "of the s of a der die das des de la le les du del el los von am an for in pour por d l "
    "und et y and".split()
)
"""Words that are no name."""


ALONE = (["per"], ["pro"])
"""Words that say something about others only: Per is a name."""


@lru_cache(maxsize=1024)
def meanings(heading: str) -> frozenset[Meaning]:
    """What the words of a heading are about.

    >>> [*map(str, meanings("Punkte Anna")), *map(str, meanings("2. Spieler"))]
    ['points', 'name']
    >>> meanings("Per")
    frozenset()
    """
    words = _words(heading)
    return frozenset(MEANINGS[word] for word in words if word in MEANINGS and words not in ALONE)


def meaning(heading: str) -> Meaning | None:
    """What the words of a heading are mostly about; None if no word is known."""
    found = meanings(heading)
    return next((each for each in Meaning if each in found), None)


def means_only(heading: str, *these: Meaning) -> bool:
    """Whether every word of a heading is known, and one of *these* is among them."""
    is_known = all(word in MEANINGS or word in SMALL for word in _words(heading))
    return is_known and bool(meanings(heading) & set(these))


def numbers_games(heading: str) -> bool:
    """Whether a heading is of numbers that the hands of one game, or of one evening, share.

    >>> numbers_games("Game No."), numbers_games("Hand No.")
    (True, False)
    """
    numbered = means_only(heading, Meaning.NUMBER, Meaning.DAY)
    return numbered and bool(GAMES_NUMBERED & set(_words(heading)))


def means_notes(heading: str) -> bool:
    """Whether a heading is of notes that people wrote for themselves.

    >>> means_notes("Notes"), means_notes("Dealer")
    (True, False)
    """
    return means_only(heading, Meaning.NOTE) and bool(set(_words(heading)) & {*REMARKS.split()})


def name_in(heading: str) -> str:
    """Whose column it is: *heading* without the words about points and sums.

    >>> name_in("Ann’s points"), name_in("Punkte (Bob)"), name_in("Player 1 Score"), name_in("Total")
    ('Ann', 'Bob', 'Player 1', '')
    >>> name_in("D"), name_in("S’s points")
    ('D', 'S')
    """
    about = {Meaning.POINTS, Meaning.TOTAL, Meaning.RUNNING, Meaning.GAMES, Meaning.MONEY}
    said = heading.replace("’s", " ").replace("'s", " ")
    for word in CHINESE:
        if len(word) > 1 and MEANINGS[word] in about:
            said = said.replace(word, " ")
    parts = [part for part in said.split() if _says_a_name(part, about)]
    return " ".join(parts).strip(" ()[]:-–.,/")


def _says_a_name(part: str, about: set[Meaning]) -> bool:
    """Whether a word of a heading may be of a name. A capital letter is no small word: it is somebody."""
    if len(part) == 1 and part.isupper():
        return True
    words = _words(part)
    return bool(words or has_digit(part)) and not meanings(part) & about and not set(words) & (SMALL - {"a"})


def _words(heading: str) -> list[str]:
    """The words of a heading, without accents."""
    found = ["name"] if heading.endswith(OF_NAMES) else []
    for word in WORD.findall(plain(heading.replace("№", " nr ").replace("∑", "Σ"))):
        found += _of_chinese(word) if "\u4e00" <= word[0] <= "\u9fff" else [word]
    return found


def _of_chinese(text: str) -> list[str]:
    """The known words of a Chinese heading, and what is left of it.

    Words of one sign are parts of names too: they count only if nothing is left.
    """
    found = list[str]()
    for word in CHINESE:
        if len(word) > 1 and word in text:
            found.append(word)
            text = text.replace(word, " ")
    rest = "".join(text.split())
    return [*found, *(rest if set(rest) <= MEANINGS.keys() else text.split())]
