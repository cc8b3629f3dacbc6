/** Names of made-up people. Some names are frequent, most are rare, and many have accents. */
import type { Random } from '../../src/demo/random.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const firstNames = words(`
  Maria Anna Thomas Michael Peter Andreas Sabine Ursula Monika Stefan José João Zoé Björn Łukasz Jürgen Søren
  Emily Noah Mia Paul Leon Lina Elias Émile Chloë Øystein Ágnes Nuño Đorđe Anaïs Şebnem Élodie Matěj Þóra Renée
  Ömer Inês Vytautas Ștefan Māra Žofie Gaël Fatima Wei Priya Kofi Yusuf Olga Katarzyna Grzegorz Małgorzata
  Günther Jörg Käthe Bärbel Sören Frédéric François Hélène Noémie Maëlle Iñigo Begoña Raúl Sofía Martín Lucía
  Tomáš Jiří Zdeněk Růžena Ľubomír Kristýna Åsa Märta Gösta Päivi Väinö Jānis Dace Rūta Živilė Ion Bogdan Răzvan
  Ivana Željko Miloš Ana Luka Marko Petra Nikolaos Giorgos Дмитрий Наталья Сергей Ελένη Γιώργος 美咲 Aaliyah Mohammed
  Hans-Peter Anne-Marie Jean-Luc Karl-Heinz Mary-Ann`)

const lastNames = words(`
  Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
  Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann
  García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Peña Ibáñez Muñoz Silva Brandão Gonçalves
  Łukasiewicz Wiśniewski Wójcik Kowalczyk Kamiński Świątek Nowák Dvořák Svoboda Novotný Černý Šimková Žižka Kovács
  Szabó Tóth Nagy Popović Jovanović Đorđević Ionescu Popescu Åkesson Sørensen Jørgensen Nielsen Hansen Andersson
  Häkkinen Mäkelä Õunapuu Bērziņš Kazlauskas Jónsdóttir Nguyễn Trần Lê Phạm Çelik Yılmaz Öztürk Kaya Demir Lefèvre
  Dupré Bézier Rossi Bianchi Ferrari Martin Murphy O'Brien O'Connor Smith Jones Taylor Okafor Patel Singh Kim Park
  Иванова Петров Παπαδόπουλος 山田 佐藤 Weiß Großmann Strauß Köhler Böhm Jäger Kühn Förster Götz`)

const beginnings = words(`
  Alt Bern Brück Buch Dorn Ebers Eich Feld Frei Gold Grün Hagen Hasel Hell Hirsch Höl Kalt König Kron Kupfer Lang
  Linden Löwen Mohn Neu Nuss Ober Rosen Roth Sand Schön Silber Stein Stern Tann Unter Vogel Wald Weiden Wein Winter`)
const endings = words(`
  acher auer bach baum beck berg berger blum born brecht brink dorf egger feld fels garten gruber haus heim hof holz
  hofer huber kamp lechner leitner mann mayer moser müller reiter rieder ruf scheid stein thal wald wanger winkler`)

/**
 * Picks a name from a list. Each of the first names in the list is chosen in a few percent of all cases. The last names
 * in the list are ten times rarer.
 */
const often = (dice: Random, names: readonly string[]): string =>
  names[Math.floor(10 * (names.length / 10 + 1) ** (dice.below(1_000_000) / 1_000_000) - 10)]!

export const makeFirstName = (dice: Random): string =>
  dice.chance(0.08) ? `${often(dice, firstNames)} ${often(dice, firstNames)}` : often(dice, firstNames)

export function makeLastName(dice: Random): string {
  if (dice.chance(0.5)) return dice.pick(beginnings) + dice.pick(endings)
  if (dice.chance(0.06)) return `${often(dice, lastNames)}-${often(dice, lastNames)}`
  if (dice.chance(0.03)) return `${dice.pick(['von', 'de la', 'van der', 'Di'])} ${often(dice, lastNames)}`
  return often(dice, lastNames)
}
